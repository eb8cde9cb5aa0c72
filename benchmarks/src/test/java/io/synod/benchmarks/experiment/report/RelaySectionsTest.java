package io.synod.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RelaySectionsTest {

  @Test
  void each_cluster_has_a_row_beside_the_papers_tables() {
    String text =
        RelaySections.messages(
            new Results(
                List.of(
                    measured(9, 8, 1, 0, 15.99, 0.3, 467),
                    measured(9, 2, 1, 0, 3.91, 0.276, 417),
                    measured(9, 2, 1, 50, 4, 0.9, 50),
                    measured(9, 2, 64, 0, 0.6, 0.073, 69_069))));

    assertThat(text)
        .contains(
            "| 9 | 8 (direct) | 18 | 2.00 | 800 % | 16 | – | 15.99 | – | 0.300 | – | 467 | – |",
            "| 9 | 2 | 6 | 3.50 | 71 % | 4 | 4.00 | 3.91 | 0.60 | 0.276 | 0.0730 | 417 | 69,069 |");
  }

  private static Result measured(
      int replicas,
      int groups,
      int requests,
      int rate,
      double messages,
      double cpuMillis,
      double throughput) {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(Axis.REPLICAS, (double) replicas);
    values.put(Axis.GROUPS, (double) groups);
    values.put(Axis.BATCH_REQUESTS, (double) requests);
    values.put(Axis.RATE, (double) rate);
    values.put(Measure.LEADER_MESSAGES.column(), messages);
    values.put(Measure.INSTANCE_CPU.column(), cpuMillis);
    values.put(Measure.THROUGHPUT.column(), throughput);
    return new Result("n" + replicas + "-r" + groups + "-" + requests + "-" + rate, values);
  }
}
