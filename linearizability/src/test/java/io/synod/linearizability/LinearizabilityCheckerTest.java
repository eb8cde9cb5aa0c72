package io.synod.linearizability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.linearizability.RegisterModel.CompareAndSet;
import io.synod.linearizability.RegisterModel.Input;
import io.synod.linearizability.RegisterModel.Read;
import io.synod.linearizability.RegisterModel.Write;
import io.synod.linearizability.Verdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LinearizabilityCheckerTest {
  private static final Input READ = new Read();

  private final List<Operation<Input, Long>> register = new ArrayList<>();
  private final List<Operation<Long, Long>> counter = new ArrayList<>();

  @Test
  void an_empty_history_is_linearizable() {
    assertThat(registerOutcome()).isEqualTo(Outcome.LINEARIZABLE);
  }

  @Test
  void reads_that_follow_writes_are_linearizable() {
    write(1, 0, 0, 1);
    read(1, 2, 3);
    write(2, 1, 4, 5);
    read(2, 6, 7);
    assertThat(registerOutcome()).isEqualTo(Outcome.LINEARIZABLE);
  }

  @Test
  void a_read_beside_a_write_may_see_either_value() {
    write(1, 0, 0, 10);
    read(0, 1, 4);
    read(1, 5, 9);
    assertThat(registerOutcome()).isEqualTo(Outcome.LINEARIZABLE);
  }

  @Test
  void a_stale_read_is_caught() {
    write(1, 0, 0, 1);
    write(2, 1, 2, 3);
    read(1, 4, 5);
    assertThat(registerOutcome()).isEqualTo(Outcome.VIOLATED);
  }

  @Test
  void a_read_that_goes_back_behind_an_earlier_read_is_caught() {
    write(1, 0, 0, 10);
    read(1, 1, 2);
    read(0, 3, 4);
    assertThat(registerOutcome()).isEqualTo(Outcome.VIOLATED);
  }

  @Test
  void a_read_from_the_future_is_caught() {
    read(7, 0, 1);
    write(7, 0, 2, 3);
    assertThat(registerOutcome()).isEqualTo(Outcome.VIOLATED);
  }

  @Test
  void a_value_that_nobody_wrote_is_caught() {
    write(1, 0, 0, 5);
    read(9, 1, 6);
    assertThat(registerOutcome()).isEqualTo(Outcome.VIOLATED);
  }

  @Test
  void a_lost_write_is_caught() {
    write(1, 0, 0, 1);
    write(2, 0, 2, 3);
    assertThat(registerOutcome()).isEqualTo(Outcome.VIOLATED);
  }

  @Test
  void two_overlapping_writes_cannot_both_have_met_the_first_value() {
    write(1, 0, 0, 10);
    write(2, 0, 1, 9);
    assertThat(registerOutcome()).isEqualTo(Outcome.VIOLATED);
  }

  @Test
  void a_compare_and_set_that_is_refused_changes_nothing() {
    compareAndSet(5, 6, RegisterModel.REFUSED, 0, 1);
    read(0, 2, 3);
    compareAndSet(0, 6, 0, 4, 5);
    read(6, 6, 7);
    assertThat(registerOutcome()).isEqualTo(Outcome.LINEARIZABLE);
  }

  @Test
  void a_compare_and_set_that_was_refused_for_no_reason_is_caught() {
    compareAndSet(0, 6, RegisterModel.REFUSED, 0, 1);
    assertThat(registerOutcome()).isEqualTo(Outcome.VIOLATED);
  }

  @Test
  void a_pending_write_may_take_effect_much_later() {
    pendingWrite(1, 0);
    read(0, 1, 2);
    read(0, 3, 4);
    read(1, 5, 6);
    assertThat(registerOutcome()).isEqualTo(Outcome.LINEARIZABLE);
  }

  @Test
  void a_pending_write_may_never_take_effect() {
    pendingWrite(1, 0);
    read(0, 1, 2);
    write(2, 0, 3, 4);
    read(2, 5, 6);
    assertThat(registerOutcome()).isEqualTo(Outcome.LINEARIZABLE);
  }

  @Test
  void a_pending_write_that_took_effect_is_not_undone() {
    pendingWrite(1, 0);
    read(1, 1, 2);
    read(0, 3, 4);
    assertThat(registerOutcome()).isEqualTo(Outcome.VIOLATED);
  }

  @Test
  void a_pending_write_takes_effect_once_only() {
    pendingWrite(1, 0);
    read(1, 1, 2);
    write(2, 1, 3, 4);
    read(1, 5, 6);
    assertThat(registerOutcome()).isEqualTo(Outcome.VIOLATED);
  }

  @Test
  void a_pending_write_has_no_effect_before_its_call() {
    read(1, 0, 1);
    pendingWrite(1, 2);
    assertThat(registerOutcome()).isEqualTo(Outcome.VIOLATED);
  }

  @Test
  void increments_in_any_order_of_their_overlap_are_linearizable() {
    increment(1, 3, 0, 10);
    increment(1, 1, 0, 10);
    increment(1, 2, 0, 10);
    assertThat(counterOutcome()).isEqualTo(Outcome.LINEARIZABLE);
  }

  @Test
  void an_increment_that_was_applied_twice_is_caught() {
    increment(1, 1, 0, 1);
    increment(1, 3, 2, 3);
    assertThat(counterOutcome()).isEqualTo(Outcome.VIOLATED);
  }

  @Test
  void a_lost_increment_is_caught() {
    increment(1, 1, 0, 1);
    increment(1, 1, 2, 3);
    assertThat(counterOutcome()).isEqualTo(Outcome.VIOLATED);
  }

  @Test
  void an_unknown_increment_that_took_effect_later_is_linearizable() {
    counter.add(Operation.pending(1, 1L, 0));
    increment(1, 1, 1, 2);
    increment(1, 3, 3, 4);
    assertThat(counterOutcome()).isEqualTo(Outcome.LINEARIZABLE);
  }

  @Test
  void an_unknown_increment_that_was_applied_twice_is_caught() {
    counter.add(Operation.pending(1, 1L, 0));
    increment(1, 2, 1, 2);
    increment(1, 4, 3, 4);
    assertThat(counterOutcome()).isEqualTo(Outcome.VIOLATED);
  }

  @Test
  void a_counter_that_is_read_backwards_is_caught() {
    increment(1, 1, 0, 1);
    increment(0, 1, 2, 3);
    increment(0, 0, 4, 5);
    assertThat(counterOutcome()).isEqualTo(Outcome.VIOLATED);
  }

  @Test
  void objects_are_checked_one_by_one_and_the_bad_one_is_named() {
    KeyedHistory<String, Input, Long> keyed = new KeyedHistory<>();
    keyed.add("x", new Operation<>(1, new Write(1), 0L, 0, 1));
    keyed.add("y", new Operation<>(1, READ, 0L, 2, 3));
    keyed.add("x", new Operation<>(2, READ, 1L, 4, 5));
    assertThat(keyed.check(new RegisterModel())).isNull();

    keyed.add("y", new Operation<>(2, READ, 1L, 6, 7));
    assertThat(keyed.check(new RegisterModel()).key()).isEqualTo("y");
  }

  @Test
  void a_violation_names_the_operation_that_has_no_place() {
    write(1, 0, 0, 1);
    read(0, 2, 3);
    Verdict<Input, Long> verdict = LinearizabilityChecker.check(new RegisterModel(), register);
    assertThat(verdict.blocking()).isEqualTo(register.get(1));
    assertThat(verdict.linearized()).containsExactly(register.get(0));
    assertThat(verdict.toString()).contains("there is no place for", "[2, 3]");
  }

  @Test
  void an_operation_that_returns_before_its_call_is_refused() {
    assertThatThrownBy(() -> new Operation<>(1, READ, 0L, 5, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[5, 5]");
  }

  /** The search must find the order that the history was made from, whatever the overlap. */
  @Test
  void generated_histories_of_a_true_register_are_linearizable_and_a_changed_answer_is_not() {
    for (int seed = 0; seed < 300; seed++) {
      GeneratedHistory generated = new GeneratedHistory(new SplittableRandom(seed), 40, 8);
      List<Operation<Input, Long>> history = generated.history();
      assertThat(LinearizabilityChecker.check(new RegisterModel(), history).outcome())
          .as("seed %d", seed)
          .isEqualTo(Outcome.LINEARIZABLE);
      assertThat(LinearizabilityChecker.check(new RegisterModel(), generated.changed()).outcome())
          .as("changed history of seed %d", seed)
          .isEqualTo(Outcome.VIOLATED);
    }
  }

  /** On small histories, agrees with trying every order. */
  @Test
  void the_search_agrees_with_trying_every_order() {
    int violated = 0;
    for (int seed = 0; seed < 2_000; seed++) {
      List<Operation<Input, Long>> history = RandomHistory.of(new SplittableRandom(seed), 5);
      boolean expected = EveryOrder.explains(new RegisterModel(), history);
      violated += expected ? 0 : 1;
      assertThat(LinearizabilityChecker.check(new RegisterModel(), history).isLinearizable())
          .as("seed %d: %s", seed, history)
          .isEqualTo(expected);
    }
    assertThat(violated).isBetween(200, 1_800);
  }

  /** A register whose writes answer 0, so that the answer does not say what was there. */
  private record BlindRegister() implements Model<Long, Input, Long> {
    @Override
    public Long initial() {
      return 0L;
    }

    @Override
    public Long next(Long state, Input input, Long output) {
      long answer = input instanceof Write ? 0 : input.answer(state);
      return output == null || output == answer ? (Long) input.after(state) : null;
    }
  }

  @Test
  void a_write_that_changes_nothing_now_may_belong_behind_another_one() {
    write(0, 0, 1, 10);
    write(5, 0, 2, 3);
    read(0, 11, 12);
    assertThat(LinearizabilityChecker.check(new BlindRegister(), register).isLinearizable())
        .isTrue();
    for (int seed = 0; seed < 2_000; seed++) {
      List<Operation<Input, Long>> history = RandomHistory.of(new SplittableRandom(seed), 5);
      history.replaceAll(LinearizabilityCheckerTest::blind);
      assertThat(LinearizabilityChecker.check(new BlindRegister(), history).isLinearizable())
          .as("seed %d: %s", seed, history)
          .isEqualTo(EveryOrder.explains(new BlindRegister(), history));
    }
  }

  private static Operation<Input, Long> blind(Operation<Input, Long> one) {
    return one.isPending() || !(one.input() instanceof Write)
        ? one
        : new Operation<>(one.client(), one.input(), 0L, one.invoked(), one.returned());
  }

  private Outcome registerOutcome() {
    return LinearizabilityChecker.check(new RegisterModel(), register).outcome();
  }

  private Outcome counterOutcome() {
    return LinearizabilityChecker.check(new CounterModel(), counter).outcome();
  }

  private void read(long value, long invoked, long returned) {
    register.add(new Operation<>(register.size(), READ, value, invoked, returned));
  }

  private void write(long value, long before, long invoked, long returned) {
    register.add(new Operation<>(register.size(), new Write(value), before, invoked, returned));
  }

  private void compareAndSet(long expected, long value, long answer, long invoked, long returned) {
    Input input = new CompareAndSet(expected, value);
    register.add(new Operation<>(register.size(), input, answer, invoked, returned));
  }

  private void pendingWrite(long value, long invoked) {
    register.add(Operation.pending(register.size(), new Write(value), invoked));
  }

  private void increment(long by, long after, long invoked, long returned) {
    counter.add(new Operation<>(counter.size(), by, after, invoked, returned));
  }
}
