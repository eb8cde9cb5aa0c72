package io.synod.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class StationsTest {

  @Test
  void stations_are_the_difference_of_two_statuses() {
    List<Map<String, Object>> before =
        List.of(status("follower", 0, 7), status("leader", 100, 1_000), status("follower", 0, 7));
    List<Map<String, Object>> after =
        List.of(
            status("follower", 500, 207), status("leader", 600, 6_000), status("follower", 0, 307));

    Stations stations = Stations.between(before, after, 4_000);

    assertThat(stations.requests()).isEqualTo(500);
    assertThat(stations.batchRequests()).isCloseTo(10, within(1e-9));
    assertThat(stations.nanos())
        .containsExactly(
            Map.entry("leader client-io", 5_000L),
            Map.entry("leader JVM", 5_000L),
            Map.entry("followers client-io", 500L),
            Map.entry("followers JVM", 500L),
            Map.entry("load", 4_000L));
    assertThat(stations.microsPerRequest("leader client-io")).isCloseTo(0.01, within(1e-9));
    assertThat(stations.microsPerInstance("leader client-io")).isCloseTo(0.1, within(1e-9));
    assertThat(stations.microsPerRequest("elsewhere")).isZero();
  }

  @Test
  void without_instrumentation_stations_are_unknown() {
    Map<String, Object> silent = new HashMap<>(Map.of("role", "leader"));
    silent.put("instrumentation", null);
    assertThat(Stations.between(List.of(silent), List.of(silent), 1).isKnown()).isFalse();
    assertThat(Stations.between(List.of(), List.of(), 1).isKnown()).isFalse();
  }

  private static Map<String, Object> status(String role, long requests, long nanos) {
    return Map.of(
        "role",
        role,
        "instrumentation",
        Map.of(
            "totals",
            Map.of("requests", requests, "instances", requests / 10),
            "cpuNanos",
            Map.of("client-io", nanos),
            "processCpuNanos",
            2 * nanos));
  }
}
