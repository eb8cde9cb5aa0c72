package io.synod.benchmarks.experiment.catalogue;

import java.util.ArrayList;
import java.util.List;

/** Primi 2008, experiment 3: latency of a second's values over how many they are. */
final class DeliveryRates extends ValueStream {
  private static final int[] QUICK = {100, 1000, 2000, 3000, 10_000};

  // Table 4, and beyond.
  private static final int[] ALL = {10, 100, 500, 1000, 1500, 2000, 2500, 3000, 5000, 10_000};
  private static final int[] LARGE = {20_000, 50_000};

  @Override
  public String title() {
    return "latency over values per second: LibPaxos (Primi 2008), experiment 3";
  }

  @Override
  public List<String> axes() {
    return List.of(Axis.BATCHING, Axis.RATE);
  }

  /** A burst is admitted as a whole. */
  @Override
  public List<String> settings() {
    return List.of("queue.max-bytes=256MiB");
  }

  @Override
  public List<Point> points(Effort effort) {
    List<Point> points = new ArrayList<>();
    for (int batching : BATCHING) {
      for (int rate : effort.quick() ? QUICK : ALL) {
        points.add(point(effort, batching, rate));
      }
      for (int rate : LARGE) {
        if (batching == 1 || !effort.quick()) {
          points.add(point(effort, batching, rate));
        }
      }
    }
    return points;
  }

  private Point point(Effort effort, int batching, int rate) {
    return effort.point(
        Axis.at(Axis.BATCHING, batching, Axis.RATE, rate),
        cluster(effort, effort.replicas(), effort.level(), batching),
        load(rate));
  }
}
