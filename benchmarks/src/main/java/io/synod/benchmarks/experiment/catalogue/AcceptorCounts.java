package io.synod.benchmarks.experiment.catalogue;

import java.util.ArrayList;
import java.util.List;

/** Primi 2008, experiment 5: what more acceptors cost; here each is a replica that executes. */
final class AcceptorCounts extends ValueStream {

  @Override
  public String title() {
    return "values per second over replicas: LibPaxos (Primi 2008), experiment 5";
  }

  @Override
  public List<String> axes() {
    return List.of(Axis.REPLICAS, Axis.BATCHING);
  }

  /** What eleven keep fits their memory. */
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
      for (int replicas : effort.quick() ? new int[] {3, 5, 11} : new int[] {3, 5, 7, 9, 11}) {
        points.add(
            effort.point(
                Axis.at(Axis.REPLICAS, replicas, Axis.BATCHING, batching),
                cluster(effort, replicas, effort.level(), batching),
                load(0)));
      }
    }
    return points;
  }
}
