package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FatalTest {
  @Test
  void an_exception_costs_its_connection_and_nothing_else() {
    assertThat(Fatal.is(new IllegalStateException("a bug"))).isFalse();
  }

  @Test
  void a_buffer_that_could_not_be_had_costs_its_connection_and_nothing_else() {
    assertThat(Fatal.is(new OutOfMemoryError("Cannot reserve 4096 bytes of direct buffer memory")))
        .isFalse();
    assertThat(Fatal.is(new OutOfMemoryError("Direct buffer memory"))).isFalse();
  }

  @Test
  void another_error_ends_the_replica() {
    assertThat(Fatal.is(new OutOfMemoryError("Java heap space"))).isTrue();
    assertThat(Fatal.is(new OutOfMemoryError())).isTrue();
    assertThat(Fatal.is(new StackOverflowError())).isTrue();
    assertThat(Fatal.is(new NoClassDefFoundError("x"))).isTrue();
  }
}
