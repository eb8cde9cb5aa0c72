package io.synod.simulation;

import io.synod.core.replica.ReplicaSettings;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.subscription.SubscriptionSettings;
import io.synod.simulation.fault.FaultPlan;
import io.synod.simulation.learner.LearnerSettings;
import io.synod.simulation.learner.LearnersPlan;
import io.synod.simulation.network.LinkConditions;
import io.synod.simulation.node.NodeSettings;
import io.synod.simulation.scheduler.SkewedClock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Who follows a scenario's cluster: in half of them nobody, else one learner or two. */
final class LearnersDraw {
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final int LEARNERS_MAX = 2;
  private static final long NEVER = SnapshotSettings.NEVER;

  private final SplittableRandom random;

  private final SplittableRandom bounds;

  /**
   * @param bounds of what is drawn for replicas
   */
  LearnersDraw(SplittableRandom random, SplittableRandom bounds) {
    this.random = random;
    this.bounds = bounds;
  }

  /** What may be on its way to a learner: often less than it gives credit for. */
  long subscriberBytes() {
    return bounds.nextBoolean() ? 1L << 20 : bounds.nextLong(1, 1_000);
  }

  /**
   * @param segmentBytes of the replicas' journals
   */
  LearnersPlan draw(NodeSettings node, long segmentBytes, FaultPlan faults) {
    int count = Math.max(0, random.nextInt(2 * LEARNERS_MAX) - 1);
    List<LearnerSettings> learners = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      learners.add(learner(node, segmentBytes, faults));
    }
    double breaking = random.nextInt(3) == 0 ? random.nextDouble(0.05) : 0;
    long interval = random.nextLong(faults.lengthNanos(), 1 + 4 * faults.lengthNanos());
    return new LearnersPlan(learners, wires(), breaking, interval, faults.lengthNanos());
  }

  private LearnerSettings learner(NodeSettings node, long segmentBytes, FaultPlan faults) {
    ReplicaSettings replica = node.replica();
    long timeout = replica.election().timeoutNanos();
    long credit = random.nextInt(4) == 0 ? 1L << 20 : random.nextLong(1, 2_000);
    SubscriptionSettings subscription =
        new SubscriptionSettings(credit, random.nextLong(timeout / 2, 3 * timeout));
    LearnerSettings.Reading reading =
        new LearnerSettings.Reading(
            random.nextInt(1, 6),
            random.nextLong(MILLI, 1 + replica.election().heartbeatNanos()),
            2 * timeout);
    return new LearnerSettings(
        subscription,
        snapshots(replica.snapshot()),
        node.session(),
        reading,
        clock(),
        segmentBytes,
        random.nextLong(random.nextInt(3) == 0 ? 10 * MILLI : 2 * MILLI),
        snapshotNanos(),
        random.nextBoolean() ? 0 : random.nextLong(faults.durationNanos()));
  }

  /** Some disks take longer than it takes to find another source. */
  private long snapshotNanos() {
    return random.nextBoolean()
        ? 0
        : random.nextLong(random.nextInt(3) == 0 ? 60 * MILLI : 5 * MILLI);
  }

  /** Fetched as replicas do. */
  private SnapshotSettings snapshots(SnapshotSettings ofReplicas) {
    long slots = random.nextBoolean() ? NEVER : random.nextLong(1, 60);
    long age = random.nextBoolean() ? NEVER : random.nextLong(20 * MILLI, 2_000 * MILLI);
    return new SnapshotSettings(
        NEVER,
        slots,
        age,
        ofReplicas.bytesPerSecond(),
        ofReplicas.partBytes(),
        ofReplicas.timeoutNanos());
  }

  private SkewedClock clock() {
    long offset = random.nextLong(-(1L << 50), 1L << 50);
    return new SkewedClock(offset, random.nextInt(-20_000, 20_001), 0);
  }

  private LinkConditions wires() {
    long delay = random.nextLong(100 * MICRO, 3 * MILLI);
    return new LinkConditions(delay, 1 + random.nextLong(60 * MILLI), 0.05, 0, 0, true);
  }
}
