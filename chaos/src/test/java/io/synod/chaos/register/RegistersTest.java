package io.synod.chaos.register;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.linearizability.RegisterModel;
import io.synod.linearizability.RegisterModel.CompareAndSet;
import io.synod.linearizability.RegisterModel.Read;
import io.synod.linearizability.RegisterModel.Write;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The history finds what it is there to find. */
final class RegistersTest {
  private final Registers registers = new Registers(1, 7, () -> {});
  private final Random first = new Random(1);

  @Test
  void calls_that_were_answered_in_turn_are_linearizable() {
    answered(new Write(5), 0);
    answered(new Read(), 5);
    answered(new CompareAndSet(0, 6), RegisterModel.REFUSED);
    answered(new Write(0), 5);
    answered(new CompareAndSet(0, 7), 0);
    answered(new Read(), 7);
    assertThat(registers.checkAll()).isNull();
    assertThat(registers.answers()).isEqualTo(6);
  }

  @Test
  void an_acknowledged_write_that_is_gone_shows() {
    answered(new Write(5), 0);
    answered(new Read(), 0);
    assertThat(registers.checkAll().key()).isZero();
  }

  @Test
  void a_stale_read_shows() {
    answered(new Write(5), 0);
    answered(new Write(6), 5);
    answered(new Read(), 5);
    assertThat(registers.checkAll()).isNotNull();
  }

  @Test
  void a_write_that_was_executed_again_shows() {
    answered(new Write(5), 0);
    answered(new Write(6), 5);
    answered(new Write(7), 5);
    assertThat(registers.checkAll()).isNotNull();
  }

  @Test
  void a_write_of_unknown_outcome_may_show_or_not_but_does_not_go_again() {
    registers.unknown(registers.invoked(1, new Write(5), first));
    answered(new Read(), 0);
    assertThat(registers.checkAll()).isNull();
    answered(new Read(), 5);
    assertThat(registers.checkAll()).isNull();
    assertThat(registers.unknown()).isEqualTo(1);
    answered(new Read(), 0);
    assertThat(registers.checkAll()).isNotNull();
  }

  @Test
  void a_refused_write_that_was_executed_shows() {
    registers.refused(registers.invoked(1, new Write(5), first));
    answered(new Read(), 5);
    assertThat(registers.checkAll()).isNotNull();
  }

  @Test
  void a_register_is_left_once_too_much_of_it_is_unknown() {
    for (int call = 0; call < 5; call++) {
      registers.unknown(registers.invoked(1, new Write(call), first));
    }
    assertThat(registers.count()).isEqualTo(2);
    assertThat(registers.checkAll()).isNull();
  }

  @Test
  void registers_that_were_left_are_checked_and_forgotten() {
    long value = 0;
    while (registers.checked() == 0) {
      Call call = registers.invoked(1, new Write(value + 1), first);
      registers.returned(call, call.register.calls() == 1 ? 0 : value);
      value++;
      assertThat(registers.checkLeaving()).isNull();
    }
    assertThat(registers.count()).isEqualTo(1002);
    assertThat(registers.answers()).isEqualTo(value).isEqualTo(1001 * 300 + 1);
  }

  @Test
  void a_changed_register_that_is_no_longer_in_use_is_caught() {
    answered(new Write(5), 0);
    for (int call = 1; call < 300; call++) {
      answered(new Read(), 5);
    }
    answered(new Read(), 0);
    Call older = registers.invokedOnEach(2, 0);
    assertThat(older.key()).isZero();
    registers.returned(older, 6);
    assertThat(registers.checkAll().key()).isZero();
  }

  private void answered(RegisterModel.Input input, long output) {
    registers.returned(registers.invoked(1, input, first), output);
  }
}
