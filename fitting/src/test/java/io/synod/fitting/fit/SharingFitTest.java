package io.synod.fitting.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SharingFitTest {
  private static final CpuCosts COSTS =
      new CpuCosts(new LinearCost(0.0001, 0.0004), new LinearCost(0.0004, 0.02), 0.0001);
  private static final Sharing TRUE = new Sharing(0.7, 0.0002, 0.0008, 0.3);
  private static final Link FAST = Link.ofBits(Topology.LAN, 1e12, 0);
  private static final List<Integer> WINDOWS = List.of(1, 2, 4, 8, 16, 32);
  private static final List<Integer> BATCHES = List.of(4, 16, 64, 256);

  private final Random random = new Random(1);

  private List<WindowedObservation> observed(Link link, List<Integer> windows, double noise) {
    List<WindowedObservation> all = new ArrayList<>();
    for (int requestBytes : List.of(128, 1024)) {
      MessageSizes sizes = MessageSizes.ofSynod(requestBytes, 8);
      PhaseTwoModel model = new PhaseTwoModel(3, link, sizes, COSTS, TRUE);
      for (int requests : BATCHES) {
        for (int window : windows) {
          Prediction prediction = model.predict(requests);
          double period = prediction.periodMillis(window) * Math.exp(noise * random.nextGaussian());
          all.add(observation(requestBytes, prediction, window, period));
        }
      }
    }
    return all;
  }

  private static WindowedObservation observation(
      int requestBytes, Prediction prediction, int window, double period) {
    double instances = 1_000;
    Map<Activity, Double> cpu = new EnumMap<>(Activity.class);
    for (Activity activity : Activity.values()) {
      cpu.put(activity, 0.0);
    }
    Traffic traffic =
        new Traffic(
            instances,
            instances * prediction.requests(),
            requestBytes,
            8,
            prediction.batchBytes(),
            40);
    Interval interval = new Interval("made up", 3, traffic, new CpuTime(0, cpu));
    return new WindowedObservation(new Observation(interval), window, period * instances);
  }

  @Test
  void the_coefficients_behind_the_times_are_found() {
    Sharing found = SharingFit.of(observed(FAST, WINDOWS, 0), COSTS, FAST);
    assertThat(found.passing()).isEqualTo(TRUE.passing(), within(1e-6));
    assertThat(found.millisPerRequest()).isEqualTo(TRUE.millisPerRequest(), within(1e-9));
    assertThat(found.millisPerKib()).isEqualTo(TRUE.millisPerKib(), within(1e-9));
    assertThat(found.waitMillis()).isEqualTo(TRUE.waitMillis(), within(1e-6));
  }

  @Test
  void under_noise_it_predicts_other_points_where_the_papers_model_does_not() {
    Sharing found = SharingFit.of(observed(FAST, WINDOWS, 0.05), COSTS, FAST);
    int close = 0;
    int papers = 0;
    List<WindowedObservation> others = observed(FAST, List.of(3, 6, 12, 24), 0);
    for (WindowedObservation other : others) {
      close += Math.abs(SharingFit.error(other, COSTS, FAST, found)) < 0.1 ? 1 : 0;
      papers += Math.abs(SharingFit.error(other, COSTS, FAST, Sharing.NONE)) < 0.1 ? 1 : 0;
    }
    assertThat(close).isGreaterThan(9 * others.size() / 10);
    assertThat(papers).isLessThan(others.size() / 2);
  }

  @Test
  void a_disturbed_interval_hardly_moves_it() {
    List<WindowedObservation> seen = observed(FAST, WINDOWS, 0.01);
    WindowedObservation first = seen.get(0);
    seen.set(0, new WindowedObservation(first.observation(), first.window(), 8 * first.millis()));
    assertThat(SharingFit.of(seen, COSTS, FAST).waitMillis())
        .isEqualTo(TRUE.waitMillis(), within(0.02));
  }

  @Test
  void nothing_follows_from_one_window_or_from_few_intervals() {
    assertThat(SharingFit.of(observed(FAST, List.of(8), 0), COSTS, FAST)).isEqualTo(Sharing.NONE);
    assertThat(SharingFit.of(observed(FAST, WINDOWS, 0).subList(0, 7), COSTS, FAST))
        .isEqualTo(Sharing.NONE);
  }

  @Test
  void nothing_follows_from_one_kind_of_batch() {
    List<WindowedObservation> same =
        observed(FAST, WINDOWS, 0.05).stream()
            .filter(one -> one.observation().requests() == BATCHES.get(0))
            .filter(one -> one.observation().interval().traffic().requestBytes() == 128)
            .toList();
    List<WindowedObservation> twice = new ArrayList<>(same);
    twice.addAll(same);
    assertThat(SharingFit.of(twice, COSTS, FAST)).isEqualTo(Sharing.NONE);
  }

  @Test
  void times_limited_by_links_say_nothing_of_processors() {
    Link narrow = Link.ofBits(Topology.WAN, 1e6, 20);
    assertThat(SharingFit.of(observed(narrow, WINDOWS, 0), COSTS, narrow)).isEqualTo(Sharing.NONE);
  }

  @Test
  void a_few_disturbed_intervals_say_nothing_where_links_explain_the_others() {
    Link narrow = Link.ofBits(Topology.WAN, 1e6, 20);
    List<WindowedObservation> seen = observed(narrow, WINDOWS, 0.01);
    for (int index = 0; index < seen.size(); index += 4) {
      WindowedObservation one = seen.get(index);
      double times = 1.5 + random.nextDouble();
      seen.set(
          index, new WindowedObservation(one.observation(), one.window(), times * one.millis()));
    }
    assertThat(SharingFit.of(seen, COSTS, narrow)).isEqualTo(Sharing.NONE);
  }
}
