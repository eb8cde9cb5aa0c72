package io.synod.benchmarks.experiment.catalogue;

import java.util.ArrayList;
import java.util.List;

/** Primi 2008, experiment 6: what more learners cost; here the replicas execute beside them. */
final class LearnerCounts extends ValueStream {
  private static final int AS_FAST_AS_DELIVERED = 0;

  // Table 8.
  private static final int LATENCY_RATE = 2000;

  @Override
  public String title() {
    return "values per second and latency over learners: LibPaxos (Primi 2008), experiment 6";
  }

  @Override
  public List<String> axes() {
    return List.of(Axis.LEARNERS, Axis.BATCHING, Axis.RATE);
  }

  @Override
  public boolean isFollowed() {
    return true;
  }

  /** What fourteen processes keep fits their memory. */
  @Override
  public List<String> settings() {
    return List.of("log.max-bytes=32MiB");
  }

  @Override
  public List<String> jvmOptions(List<String> chosen) {
    return Dissemination.MANY_REPLICAS_JVM;
  }

  @Override
  public List<Point> points(Effort effort) {
    List<Point> points = new ArrayList<>();
    for (int batching : BATCHING) {
      for (int learners : effort.quick() ? new int[] {0, 3, 10} : new int[] {0, 3, 6, 8, 10}) {
        points.add(point(effort, learners, batching, AS_FAST_AS_DELIVERED));
        points.add(point(effort, learners, batching, LATENCY_RATE));
      }
    }
    return points;
  }

  private Point point(Effort effort, int learners, int batching, int rate) {
    return effort.point(
        Axis.at(Axis.LEARNERS, learners, Axis.BATCHING, batching, Axis.RATE, rate),
        cluster(effort, effort.replicas(), effort.level(), batching).withLearners(learners),
        load(rate));
  }
}
