package io.synod.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.benchmarks.experiment.catalogue.Experiment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PeakSectionTest {
  private static final double ALL = 0.06;

  @Test
  void peaks_and_latencies_are_compared_with_those_of_the_same_cluster_without_relays() {
    String text =
        PeakSection.of(
            new Results(
                List.of(
                    low(24, 0, 10),
                    loaded(24, 0, 64, 300, ALL),
                    loaded(24, 0, 256, 400, ALL),
                    low(2, 0, 12),
                    loaded(2, 0, 64, 1300, ALL),
                    loaded(2, 0, 256, 1000, ALL),
                    loaded(6, 0, 256, 900, ALL))),
            ALL);

    assertThat(text)
        .contains("| none | 25 | peak by 2 groups / direct | 3.25 | at least 3.0 | yes |");
    assertThat(text).contains("| none | 25 | peak by 6 groups / direct | 2.25 | – | – |");
    assertThat(text)
        .contains("| none | 25 | p50 at low load, by relays / direct | 1.20 | at most 1.4 | yes |");
  }

  @Test
  void a_dead_member_is_compared_with_the_relays_that_have_none() {
    String text =
        PeakSection.of(
            new Results(List.of(loaded(2, 0, 64, 1000, ALL), loaded(2, 1, 64, 940, ALL))), ALL);

    assertThat(text)
        .contains("| none | 25 | peak with a dead member / without | 0.94 | at least 0.95 | no |");
  }

  @Test
  void a_leader_that_has_not_used_up_its_share_is_not_the_limit() {
    assertThat(curve(loaded(2, 0, 64, 1000, ALL)).isLeaderBound(ALL)).isTrue();
    assertThat(curve(loaded(2, 0, 64, 1000, ALL / 2)).isLeaderBound(ALL)).isFalse();
    Result saturated = loaded(2, 0, 64, 1000, ALL);
    saturated.values().put(Measure.MACHINE_BUSY.column(), 0.99);
    assertThat(curve(saturated).isLeaderBound(ALL)).isFalse();
  }

  @Test
  void the_peak_over_the_bytes_of_a_value_is_beside_that_of_the_shortest() {
    String text =
        RelaySections.payload(
            new Results(List.of(sized(8, 64, 900), sized(8, 256, 1000), sized(1280, 64, 950))));

    assertThat(text).contains("| 2 | 8 | 1,000 | 1.00 |", "| 2 | 1280 | 950 | 0.95 |");
  }

  private static PeakCurve curve(Result result) {
    return PeakCurve.of(List.of(result)).get(0);
  }

  private static Result low(int groups, int dead, double p50) {
    Result result = loaded(groups, dead, 4, 10, 0.01);
    result.values().put(Axis.RATE, 10.0);
    result.values().put(Measure.P50.column(), p50);
    return result;
  }

  private static Result loaded(
      int groups, int dead, int outstanding, double throughput, double share) {
    Map<String, Double> values = new LinkedHashMap<>();
    Experiment.RELAY_PEAK.plan().columns().forEach(column -> values.put(column, 0.0));
    values.put(Axis.REPLICAS, 25.0);
    values.put(Axis.GROUPS, (double) groups);
    values.put(Axis.DEAD, (double) dead);
    values.put(Axis.OUTSTANDING, (double) outstanding);
    values.put(Measure.THROUGHPUT.column(), throughput);
    values.put(Measure.INSTANCES.column(), throughput);
    values.put(Measure.LEADER_SHARE.column(), share);
    values.put(Measure.MACHINE_BUSY.column(), 0.5);
    return new Result(groups + "-" + dead + "-" + outstanding, values);
  }

  private static Result sized(int bytes, int outstanding, double throughput) {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(Axis.GROUPS, 2.0);
    values.put(Axis.REQUEST, (double) bytes);
    values.put(Axis.OUTSTANDING, (double) outstanding);
    values.put(Measure.THROUGHPUT.column(), throughput);
    return new Result(bytes + "-" + outstanding, values);
  }
}
