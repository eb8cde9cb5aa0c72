package io.synod.benchmarks.micro;

import io.synod.core.acceptor.Acceptor;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.log.Log;
import io.synod.core.message.Accept;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What a vote costs the acceptor, with its entry in the log and without any disk. */
@State(Scope.Thread)
public class AcceptorBenchmark extends NanosBenchmark {
  private static final int LEADER = 1;
  private static final View VIEW = new View(1, LEADER);
  private static final int PROMISE_BYTES = 1 << 20;

  /** Of the batch, which the acceptor must not look at: the figures have to be the same. */
  @Param({"1", "860"})
  public int requests;

  private final CountedEffects effects = new CountedEffects();
  private Log log;
  private Acceptor acceptor;
  private Batch batch;
  private long slot;

  @Setup
  public void follow() {
    log = new Log(0);
    acceptor = new Acceptor(0, log, View.NONE, PROMISE_BYTES);
    batch = Entries.batch(requests);
  }

  /** A figure of Accepts that are ignored would look good; the first one brings a promise. */
  @TearDown
  public void checkAllWereVotedFor() {
    if (effects.sent() != slot || effects.persisted() != slot + 1) {
      throw new IllegalStateException(
          "of %d batches %d were voted for, %d facts persisted"
              .formatted(slot, effects.sent(), effects.persisted()));
    }
  }

  /** An Accept that is new, and the vote that it is answered with. */
  @Benchmark
  public boolean vote() {
    Accept accept = new Accept(VIEW, slot, slot, batch);
    boolean followed = acceptor.onAccept(LEADER, accept, Long.MAX_VALUE, effects);
    // The log must not grow; the learner does as much.
    log.decide(slot, batch);
    slot++;
    log.cut(slot);
    return followed;
  }
}
