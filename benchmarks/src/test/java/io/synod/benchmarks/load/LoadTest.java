package io.synod.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class LoadTest {

  @Test
  void connections_share_the_outstanding_requests_evenly() {
    Load load = new Load(4, 10, 128);

    int sum = 0;
    for (int connection = 0; connection < 4; connection++) {
      assertThat(load.outstandingOf(connection)).isBetween(2, load.outstandingPerConnection());
      sum += load.outstandingOf(connection);
    }
    assertThat(sum).isEqualTo(10);
  }

  @Test
  void no_connection_is_without_a_request() {
    assertThatThrownBy(() -> new Load(4, 3, 128))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 outstanding requests")
        .hasMessageContaining("4 connections");
  }
}
