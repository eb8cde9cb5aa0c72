package io.synod.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.settings.BatchLimits;
import io.synod.fitting.measurement.Activity;
import io.synod.fitting.measurement.CpuTime;
import io.synod.fitting.measurement.Interval;
import io.synod.fitting.measurement.Traffic;
import io.synod.tuning.model.CpuCosts;
import io.synod.tuning.model.LinearCost;
import io.synod.tuning.model.Link;
import io.synod.tuning.model.MessageSizes;
import io.synod.tuning.model.PhaseTwoModel;
import io.synod.tuning.model.Prediction;
import io.synod.tuning.model.Sharing;
import io.synod.tuning.model.Topology;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccuracyTest {
  private static final CpuCosts COSTS =
      new CpuCosts(new LinearCost(0.0001, 0.0004), new LinearCost(0.0004, 0.02), 0.0001);
  private static final Scenario NEAR = Scenario.named("loopback-sync");
  private static final double MILLIS = 1_000;

  private final Random random = new Random(1);

  /** Twice each point, with noise. */
  private List<Swept> swept(Sharing sharing, double noise, int... lengths) {
    List<Swept> all = new ArrayList<>();
    for (int bytes : lengths) {
      for (int maxBytes : NEAR.maxBytes()) {
        for (int window : NEAR.windows()) {
          BatchLimits limits = new BatchLimits(maxBytes, window);
          all.add(swept(sharing, noise, bytes, limits));
          all.add(swept(sharing, noise, bytes, limits));
        }
      }
    }
    return all;
  }

  private Swept swept(Sharing sharing, double noise, int bytes, BatchLimits limits) {
    MessageSizes sizes = MessageSizes.ofSynod(bytes, 8);
    Link link = Link.ofBits(Topology.LAN, 1e12, 0);
    Prediction prediction =
        new PhaseTwoModel(3, link, sizes, COSTS, sharing)
            .predict((limits.maxBytes() - 52) / (bytes + 24));
    double factor = Math.exp(noise * random.nextGaussian());
    double instances = MILLIS / prediction.periodMillis(limits.window()) * factor;
    int requests = prediction.requests();
    Map<Activity, Double> cpu = new EnumMap<>(Activity.class);
    for (Activity activity : Activity.values()) {
      cpu.put(activity, 0.0);
    }
    double client = requests * COSTS.client().of(bytes + 24.0 + 8 + 21);
    double replica = 2 * COSTS.replica().of(prediction.batchBytes() + 40.0);
    cpu.put(Activity.CLIENT_IO, instances * client);
    cpu.put(Activity.REPLICA_IO, instances * replica);
    cpu.put(Activity.SERVICE, instances * requests * COSTS.executionMillis());
    double total = cpu.values().stream().mapToDouble(Double::doubleValue).sum();
    Traffic traffic =
        new Traffic(instances, instances * requests, bytes, 8, prediction.batchBytes(), 40);
    Interval leader = new Interval("made up " + limits, 3, traffic, new CpuTime(total, cpu));
    return new Swept(NEAR, bytes, 0, 1e9, limits, leader, MILLIS);
  }

  @Test
  void a_machine_that_is_shared_is_predicted_and_the_papers_model_is_off() {
    Accuracy accuracy =
        Accuracy.of(NEAR, swept(new Sharing(0.6, 0.0001, 0.0004, 0.3), 0.03, 128, 1024));
    assertThat(accuracy.points()).isEqualTo(98);
    assertThat(Accuracy.close(accuracy.completed())).isGreaterThan(0.9);
    assertThat(Accuracy.close(accuracy.papers())).isLessThan(0.5);
    assertThat(Accuracy.close(accuracy.repeated())).isBetween(0.9, 1.0);
    assertThat(accuracy.repeated()).hasSize(98);
  }

  @Test
  void noise_shows_in_repetitions() {
    Accuracy accuracy =
        Accuracy.of(NEAR, swept(new Sharing(0.6, 0.0001, 0.0004, 0.3), 0.15, 128, 1024));
    assertThat(Accuracy.close(accuracy.repeated())).isLessThan(0.6);
    assertThat(Accuracy.table(List.of(accuracy))).contains("| loopback-sync | 98 | ");
  }

  @Test
  void a_scenario_of_one_length_is_left_out() {
    assertThat(Accuracy.ofAll(swept(Sharing.NONE, 0, 128))).isEmpty();
  }

  @Test
  void a_scenario_whose_lengths_are_too_alike_is_left_out() {
    assertThat(Accuracy.ofAll(swept(Sharing.NONE, 0, 100, 128))).isEmpty();
  }

  @Test
  void a_file_with_a_line_that_is_none_is_refused(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("sweeps.csv");
    SweepFile sweeps = new SweepFile(file);
    assertThat(sweeps.read()).isEmpty();
    Files.writeString(file, Files.readString(file) + "loopback-sync,1,2\n");
    assertThatThrownBy(sweeps::read)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("loopback-sync,1,2");
    Files.writeString(file, "other\n");
    assertThatThrownBy(sweeps::read).hasMessageContaining("another version");
  }
}
