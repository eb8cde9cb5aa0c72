package io.synod.benchmarks.experiment.catalogue;

import io.synod.core.settings.Durability;
import java.util.ArrayList;
import java.util.List;

/** Primi 2008, experiment 4: what it costs to write to the disk, by durability level. */
final class StorageLevels extends ValueStream {
  private static final int AS_FAST_AS_DELIVERED = 0;

  // Tables 5 and 6.
  private static final int LOW = 5;
  private static final int MIDDLE = 1000;
  private static final int HIGH = 2000;

  @Override
  public String title() {
    return "values per second and latency over durability: LibPaxos (Primi 2008), experiment 4";
  }

  @Override
  public List<String> axes() {
    return List.of(Axis.LEVEL, Axis.BATCHING, Axis.RATE);
  }

  @Override
  public List<Point> points(Effort effort) {
    List<Point> points = new ArrayList<>();
    for (Durability level : Durability.values()) {
      for (int batching : BATCHING) {
        points.add(point(effort, level, batching, AS_FAST_AS_DELIVERED));
        if (!effort.quick() || level == Durability.MEMORY || level == Durability.SYNC) {
          points.add(point(effort, level, batching, MIDDLE));
        }
        if (!effort.quick()) {
          points.add(point(effort, level, batching, HIGH));
        }
        if (level == Durability.SYNC) {
          points.add(point(effort, level, batching, LOW));
        }
      }
    }
    return points;
  }

  private Point point(Effort effort, Durability level, int batching, int rate) {
    return effort.point(
        Axis.at(Axis.LEVEL, level.ordinal(), Axis.BATCHING, batching, Axis.RATE, rate),
        cluster(effort, effort.replicas(), level, batching),
        load(rate));
  }
}
