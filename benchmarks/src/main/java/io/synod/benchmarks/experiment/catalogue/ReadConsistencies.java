package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.Workload;
import io.synod.benchmarks.process.HostedService;
import io.synod.benchmarks.process.Placement;
import io.synod.core.settings.Consistency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** PigPaxos, section 4.3: what reads cost that go by the log, to the leader, or anywhere. */
final class ReadConsistencies implements Plan {
  private static final List<Consistency> READS =
      List.of(
          Consistency.LOG,
          Consistency.LEADER,
          Consistency.QUORUM,
          Consistency.bounded(Duration.ofMillis(100)),
          Consistency.STALE);

  private static final int KEYS = 1000;
  private static final int VALUE_BYTES = 128;

  // Each draws its own proxy: with twelve hardly any replica has none.
  private static final int CONNECTIONS = 12;
  private static final int OUTSTANDING = 900;
  private static final int MIDDLE = 100;
  private static final int ALL = 100;
  private static final int HALF = 50;

  @Override
  public String title() {
    return "reads per second for each consistency, alone and beside as many writes: PigPaxos,"
        + " section 4.3";
  }

  @Override
  public List<String> axes() {
    return List.of(Axis.REPLICAS, Axis.CONSISTENCY, Axis.READS, Axis.OUTSTANDING);
  }

  @Override
  public boolean isDetailed() {
    return true;
  }

  @Override
  public List<Point> points(Effort effort) {
    List<Point> points = new ArrayList<>();
    for (int replicas : new int[] {3, 5}) {
      for (Consistency reads : READS) {
        points.add(point(effort, replicas, reads, ALL, 1));
        if (!effort.quick()) {
          points.add(point(effort, replicas, reads, ALL, CONNECTIONS));
          points.add(point(effort, replicas, reads, ALL, MIDDLE));
          points.add(point(effort, replicas, reads, HALF, 1));
        }
        points.add(point(effort, replicas, reads, ALL, OUTSTANDING));
        points.add(point(effort, replicas, reads, HALF, OUTSTANDING));
      }
    }
    return points;
  }

  private static Point point(
      Effort effort, int replicas, Consistency reads, int readPercent, int outstanding) {
    Point.Cluster cluster =
        new Point.Cluster(
            replicas,
            effort.layout(),
            effort.level(),
            List.of(),
            Placement.TOGETHER,
            HostedService.KEY_VALUES,
            Point.Limits.NONE);
    Load load =
        new Load(Math.min(CONNECTIONS, outstanding), outstanding, VALUE_BYTES, 1)
            .withWorkload(new Workload.KeyValues(KEYS, readPercent, reads));
    return effort.point(
        Axis.at(
            Axis.REPLICAS,
            replicas,
            Axis.CONSISTENCY,
            reads.kind().ordinal(),
            Axis.READS,
            readPercent,
            Axis.OUTSTANDING,
            outstanding),
        cluster,
        load);
  }
}
