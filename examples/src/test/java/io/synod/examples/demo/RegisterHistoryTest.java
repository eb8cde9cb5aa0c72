package io.synod.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.simulation.linearizability.RegisterModel;
import io.synod.simulation.linearizability.RegisterModel.CompareAndSet;
import io.synod.simulation.linearizability.RegisterModel.Read;
import io.synod.simulation.linearizability.RegisterModel.Write;
import org.junit.jupiter.api.Test;

/** The history finds what it is there to find. */
final class RegisterHistoryTest {
  private final RegisterHistory history = new RegisterHistory();

  @Test
  void calls_that_were_answered_in_turn_are_linearizable() {
    answered(new Write(5), 0);
    answered(new Read(), 5);
    answered(new CompareAndSet(0, 6), RegisterModel.REFUSED);
    answered(new Write(0), 5);
    answered(new CompareAndSet(0, 7), 0);
    answered(new Read(), 7);
    assertThat(history.check()).isNull();
    assertThat(history.answers()).isEqualTo(6);
  }

  @Test
  void an_acknowledged_write_that_is_gone_shows() {
    answered(new Write(5), 0);
    answered(new Read(), 0);
    assertThat(history.check().key()).isEqualTo(1);
  }

  @Test
  void a_stale_read_shows() {
    answered(new Write(5), 0);
    answered(new Write(6), 5);
    answered(new Read(), 5);
    assertThat(history.check()).isNotNull();
  }

  @Test
  void a_write_that_was_executed_again_shows() {
    answered(new Write(5), 0);
    answered(new Write(6), 5);
    answered(new Write(7), 5);
    assertThat(history.check()).isNotNull();
  }

  @Test
  void a_write_of_unknown_outcome_may_show_or_not_but_does_not_go_again() {
    history.unknown(history.invoked(1, 1, new Write(5)));
    answered(new Read(), 0);
    assertThat(history.check()).isNull();
    answered(new Read(), 5);
    assertThat(history.check()).isNull();
    assertThat(history.unknown()).isEqualTo(1);
    answered(new Read(), 0);
    assertThat(history.check()).isNotNull();
  }

  @Test
  void a_refused_write_that_was_executed_shows() {
    history.refused(history.invoked(1, 1, new Write(5)));
    answered(new Read(), 5);
    assertThat(history.check()).isNotNull();
  }

  @Test
  void registers_are_independent() {
    answered(new Write(5), 0);
    history.returned(history.invoked(1, 2, new Read()), 0);
    assertThat(history.check()).isNull();
  }

  private void answered(RegisterModel.Input input, long output) {
    history.returned(history.invoked(1, 1, input), output);
  }
}
