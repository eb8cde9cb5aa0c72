package io.synod.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.benchmarks.experiment.catalogue.Experiment;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RegionSectionTest {
  private static final double SHARE = 0.06;

  @Test
  void counts_are_printed_beside_the_formula_and_the_paper() {
    String text =
        RegionSection.of(
            new Results(
                List.of(low(8, 6, 72), low(3, 2, 75), loaded(8, 64, 400), loaded(3, 64, 1000))),
            SHARE);

    assertThat(text)
        .contains("| 9 | direct | 10/s | 80 | 480 | 6.00 | 480 | 6.00 | 6 | 600 | 300 |")
        .contains("| 9 | relay, by region | 10/s | 80 | 160 | 2.00 | 160 | 2.00 | 2 | 200 | 100 |")
        .contains("direct and by relays | 9 | 6 and 2 | 6.00 and 2.00 |")
        .contains("both directions, direct / by relays | 9 | 3 | 3.00 |")
        .contains("| p50 at low load, by relays / direct | 9 | no difference to be seen | 1.04 |")
        .contains("| greatest throughput, by relays / direct | 9 | much higher levels | 2.50 |");
  }

  @Test
  void missing_measurements_are_not_compared() {
    assertThat(RegionSection.of(new Results(List.of(low(8, 6, 72), loaded(3, 64, 1000))), SHARE))
        .contains("| 9 | relay, by region | 64 | 1,000 |")
        .doesNotContain("6 and 2", "much higher");
  }

  @Test
  void the_curves_are_drawn_for_each_number_of_replicas(@TempDir Path folder) throws Exception {
    String text =
        Experiment.REGIONS
            .plan()
            .pictures()
            .write(
                "regions", List.of(low(8, 6, 72), loaded(8, 16, 100), loaded(8, 64, 400)), folder);

    assertThat(text).contains("over-throughput-9.png");
    assertThat(folder.resolve("over-throughput-9.png")).isNotEmptyFile();
  }

  private static Result low(int groups, int crossing, double p50) {
    Result result = loaded(groups, 4, 10);
    result.values().put(Axis.RATE, 10.0);
    result.values().put(Measure.P50.column(), p50);
    result.values().put(Measure.CROSS_INSTANCES.column(), 80.0);
    result.values().put(Measure.CROSS_ACCEPTS.column(), (double) crossing);
    result.values().put(Measure.CROSS_VOTES.column(), (double) crossing);
    result.values().put(Measure.CROSS_ACCEPT_BYTES.column(), 100.0 * crossing);
    result.values().put(Measure.CROSS_VOTE_BYTES.column(), 50.0 * crossing);
    return result;
  }

  private static Result loaded(int groups, int outstanding, double throughput) {
    Map<String, Double> values = new LinkedHashMap<>();
    Experiment.REGIONS.plan().columns().forEach(column -> values.put(column, 0.0));
    values.put(Axis.REPLICAS, 9.0);
    values.put(Axis.GROUPS, (double) groups);
    values.put(Axis.OUTSTANDING, (double) outstanding);
    values.put(Measure.THROUGHPUT.column(), throughput);
    values.put(Measure.P50.column(), 70.0 + outstanding);
    return new Result(groups + "-" + outstanding, values);
  }
}
