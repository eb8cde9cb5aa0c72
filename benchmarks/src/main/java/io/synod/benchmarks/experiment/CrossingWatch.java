package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.report.Measure;
import io.synod.benchmarks.process.ClusterStatus;
import io.synod.benchmarks.process.Crossing;
import io.synod.benchmarks.process.ReplicaServers;
import io.synod.link.Frames;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Counts the messages between regions from one quiet moment, before a load begins, to another,
 * after all its requests are decided. So all messages of each instance in between count.
 */
final class CrossingWatch {
  // By then a window is decided, even by a leader at its limit.
  private static final Duration QUIET = Duration.ofSeconds(2);
  private static final double NANOS_PER_SECOND = 1e9;

  private final ReplicaServers servers;
  private final int leader;
  private final Moment began;

  private record Moment(Crossing crossed, long decided, long nanos) {}

  /** Called while no client sends requests; blocks until the earlier ones are decided. */
  CrossingWatch(ReplicaServers servers, int leader) throws InterruptedException {
    this.servers = servers;
    this.leader = leader;
    began = quietMoment();
  }

  private Moment quietMoment() throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(QUIET.toNanos());
    long decided = ClusterStatus.number(servers.status(leader), "decided");
    return new Moment(servers.crossed(), decided, System.nanoTime());
  }

  /** Called after the load's end; blocks until its requests are decided. */
  void endAndAddTo(Map<Measure, Double> values) throws InterruptedException {
    Moment ended = quietMoment();
    Crossing crossed = ended.crossed.since(began.crossed);
    double instances = ended.decided - began.decided;
    double seconds = (ended.nanos - began.nanos) / NANOS_PER_SECOND;
    Frames accepts = crossed.of(Crossing.Purpose.ACCEPT);
    Frames votes = crossed.of(Crossing.Purpose.VOTE);
    Frames liveness = crossed.of(Crossing.Purpose.LIVENESS);
    values.put(Measure.CROSS_INSTANCES, instances);
    values.put(Measure.CROSS_ACCEPTS, accepts.count() / instances);
    values.put(Measure.CROSS_VOTES, votes.count() / instances);
    values.put(Measure.CROSS_ACCEPT_BYTES, accepts.bytes() / instances);
    values.put(Measure.CROSS_VOTE_BYTES, votes.bytes() / instances);
    values.put(Measure.CROSS_LIVENESS, liveness.count() / seconds);
    values.put(Measure.CROSS_LIVENESS_BYTES, liveness.bytes() / seconds);
    values.put(Measure.CROSS_REST, (double) crossed.of(Crossing.Purpose.REST).count());
  }
}
