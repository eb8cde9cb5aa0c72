package io.synod.benchmarks.experiment.catalogue;

import java.util.ArrayList;
import java.util.List;

/** Primi 2008, experiment 7: values, and bytes, per second over the length of values. */
final class ValueLengths extends ValueStream {
  // Table 9: shortest and longest, which are mixed.
  private static final int[][] QUICK = {{10, 10}, {500, 500}, {8000, 8000}, {500, 3000}};
  private static final int[][] ALL = {
    {10, 10},
    {500, 500},
    {1000, 1000},
    {2000, 2000},
    {4000, 4000},
    {8000, 8000},
    {500, 3000},
    {500, 8000}
  };

  private static final int LATENCY_RATE = 1000;

  @Override
  public String title() {
    return "values and bytes per second over the length of values: LibPaxos (Primi 2008),"
        + " experiment 7";
  }

  @Override
  public List<String> axes() {
    return List.of(Axis.VALUE_LEAST, Axis.VALUE_MOST, Axis.BATCHING, Axis.RATE);
  }

  @Override
  public List<Point> points(Effort effort) {
    List<Point> points = new ArrayList<>();
    for (int batching : BATCHING) {
      for (int[] lengths : effort.quick() ? QUICK : ALL) {
        points.add(point(effort, lengths, batching, 0));
        if (!effort.quick() || lengths[0] == 500 && lengths[1] == 500 || lengths[0] == 8000) {
          points.add(point(effort, lengths, batching, LATENCY_RATE));
        }
      }
    }
    return points;
  }

  private Point point(Effort effort, int[] lengths, int batching, int rate) {
    return effort.point(
        Axis.at(
            Axis.VALUE_LEAST,
            lengths[0],
            Axis.VALUE_MOST,
            lengths[1],
            Axis.BATCHING,
            batching,
            Axis.RATE,
            rate),
        cluster(effort, effort.replicas(), effort.level(), batching),
        load(rate, lengths[0], lengths[1]));
  }
}
