package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How long a leader that ends waits until another one leads. */
class TransferBoundTest {
  private static final long MILLI = 1_000_000;

  @Test
  void it_is_two_election_timeouts_and_never_more_than_a_second() {
    assertThat(OperatorRequests.transferNanos(300 * MILLI)).isEqualTo(600 * MILLI);
    assertThat(OperatorRequests.transferNanos(500 * MILLI)).isEqualTo(1_000 * MILLI);
    assertThat(OperatorRequests.transferNanos(10_000 * MILLI)).isEqualTo(1_000 * MILLI);
  }
}
