package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients leave files for the journal. */
class ClientLimitsTest {
  @ParameterizedTest
  @CsvSource({
    "10000, 1048576, 10000",
    "10000, 10512, 10000",
    "10000, 4096, 3584",
    "10000, 768, 256",
    "10000, 512, 256",
    "10000, 100, 256",
    "5, 4096, 5",
    "1000000, 9223372036854775807, 1000000"
  })
  void a_port_takes_fewer_connections_than_the_process_may_have_files_open(
      int wanted, long openFilesMax, int taken) {
    assertThat(ClientLimits.connectionsMax(wanted, openFilesMax, "replica 2")).isEqualTo(taken);
  }
}
