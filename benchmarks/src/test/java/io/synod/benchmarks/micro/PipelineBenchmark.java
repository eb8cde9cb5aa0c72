package io.synod.benchmarks.micro;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.log.Log;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipLog;
import io.synod.core.membership.Memberships;
import io.synod.core.message.Vote;
import io.synod.core.pipeline.Pipeline;
import io.synod.core.pipeline.TakeOver;
import io.synod.core.relay.DirectBroadcast;
import io.synod.core.time.FixedTimeouts;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What an instance costs in the pipeline of a leader of three, whose window is always full. */
@State(Scope.Thread)
public class PipelineBenchmark extends NanosBenchmark {
  private static final View VIEW = new View(1, 0);
  private static final ReplicaSet OWN = ReplicaSet.of(0);
  private static final ReplicaSet PEER = ReplicaSet.of(1);
  private static final long RETRANSMIT_NANOS = 200_000_000;
  private static final long STEP_NANOS = 1_000;

  @Param({"1", "8", "64"})
  public int window;

  private final Batch batch = Entries.batch(8);
  private final CountedEffects effects = new CountedEffects();
  private Log log;
  private Pipeline pipeline;
  private long proposed;
  private long nowNanos;

  @Setup
  public void fillWindow() {
    log = new Log(0);
    DirectBroadcast relay = new DirectBroadcast(ReplicaSet.all(3));
    pipeline =
        new Pipeline(
            new MembershipLog(Memberships.beginning(Membership.of(Quorums.majority(3), window)), 0),
            window,
            new FixedTimeouts(1, RETRANSMIT_NANOS, 1),
            log,
            relay,
            new TakeOver(VIEW, 0, new Vote[0]));
    while (proposed < window) {
      propose();
    }
  }

  /** A figure of slots that stay open would look good. */
  @TearDown
  public void checkAllWasDecided() {
    if (effects.sent() != proposed || effects.decided() != proposed - window) {
      throw new IllegalStateException(
          "of %d batches %d were sent, %d decided"
              .formatted(proposed, effects.sent(), effects.decided()));
    }
  }

  /** Two votes decide the oldest slot, and the next batch opens one. */
  @Benchmark
  public long decideAndOpen() {
    long slot = log.decided();
    pipeline.onAccepted(VIEW, slot, OWN);
    log.decide(slot, pipeline.onAccepted(VIEW, slot, PEER));
    pipeline.close(slot, nowNanos, effects);
    log.cut(slot);
    propose();
    return slot;
  }

  private void propose() {
    nowNanos += STEP_NANOS;
    pipeline.propose(batch, Long.MAX_VALUE, nowNanos, effects);
    proposed++;
  }
}
