package io.synod.benchmarks.experiment;

import io.synod.benchmarks.process.ClusterStatus;
import io.synod.benchmarks.process.Crossing;
import io.synod.benchmarks.process.ReplicaServers;
import io.synod.link.Frames;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * What passes between regions from one quiet moment, before a load begins, to another, when all
 * that it has asked for is decided: each instance between them has all of its messages there.
 */
final class CrossingWatch {
  // A window is decided by then, also by a leader at its limit.
  private static final Duration QUIET = Duration.ofSeconds(2);
  private static final double NANOS_PER_SECOND = 1e9;

  private final ReplicaServers servers;
  private final int leader;
  private final Moment began;
  private Moment ended;

  private record Moment(Crossing crossed, long decided, long nanos) {}

  /** How many on average, of a mean length. */
  record Mean(double count, double bytes) {}

  /** Nobody asks for anything any more; blocks until what was asked before is decided. */
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

  /** The load has ended; blocks until what it has left is decided. */
  void end() throws InterruptedException {
    ended = quietMoment();
  }

  /** Decided meanwhile. */
  double instances() {
    return ended.decided - began.decided;
  }

  Frames crossed(Crossing.Purpose purpose) {
    return ended.crossed.since(began.crossed).of(purpose);
  }

  Mean perInstance(Crossing.Purpose purpose) {
    return mean(crossed(purpose), instances());
  }

  Mean perSecond(Crossing.Purpose purpose) {
    return mean(crossed(purpose), (ended.nanos - began.nanos) / NANOS_PER_SECOND);
  }

  private static Mean mean(Frames frames, double over) {
    return new Mean(frames.count() / over, frames.bytes() / over);
  }
}
