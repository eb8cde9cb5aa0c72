package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FatalTest {
  @Test
  void an_exception_costs_its_connection_and_nothing_else() {
    assertThat(isFatal(new IllegalStateException("a bug"))).isFalse();
  }

  @Test
  void a_buffer_that_could_not_be_had_costs_its_connection_and_nothing_else() {
    assertThat(isFatal(new OutOfMemoryError("Cannot reserve 4096 bytes of direct buffer memory")))
        .isFalse();
    assertThat(isFatal(new OutOfMemoryError("Direct buffer memory"))).isFalse();
  }

  @Test
  void another_error_ends_the_replica() {
    assertThat(isFatal(new OutOfMemoryError("Java heap space"))).isTrue();
    assertThat(isFatal(new OutOfMemoryError())).isTrue();
    assertThat(isFatal(new StackOverflowError())).isTrue();
    assertThat(isFatal(new NoClassDefFoundError("x"))).isTrue();
  }

  private static boolean isFatal(Throwable bug) {
    List<Throwable> fatal = new ArrayList<>();
    List<Throwable> survived = new ArrayList<>();
    Fatal.judge(bug, fatal::add, survived::add);
    assertThat(fatal.isEmpty() ? survived : fatal).containsExactly(bug);
    assertThat(fatal.size() + survived.size()).isEqualTo(1);
    return !fatal.isEmpty();
  }
}
