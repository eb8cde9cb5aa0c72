package io.synod.benchmarks.experiment.catalogue;

import java.util.ArrayList;
import java.util.List;

/** Primi 2008, experiment 8: what can be set, and what that changes. */
final class Parameters extends ValueStream {
  private static final int LIGHT = 1000;

  @Override
  public String title() {
    return "values per second over settings: LibPaxos (Primi 2008), experiment 8";
  }

  @Override
  public List<String> axes() {
    return List.of(Axis.CONFIGURATION, Axis.RATE);
  }

  @Override
  public List<Point> points(Effort effort) {
    List<Point> points = new ArrayList<>();
    for (int rate : effort.quick() ? new int[] {0} : new int[] {0, LIGHT}) {
      for (Configuration configuration : Configuration.values()) {
        points.add(
            effort.point(
                Axis.at(Axis.CONFIGURATION, configuration.number(), Axis.RATE, rate),
                effort.cluster(effort.replicas(), effort.level(), configuration.settings(), link()),
                load(rate)));
      }
    }
    return points;
  }
}
