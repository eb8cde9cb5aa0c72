package io.synod.replica.assembly;

import io.synod.core.effect.Fact;
import io.synod.core.message.Accepted;
import io.synod.replica.instrumentation.Total;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;

/** Counts what the core reports. Told on the protocol thread, read by any. */
final class FactTally implements Consumer<Fact> {
  private final AtomicLongArray counts = new AtomicLongArray(Total.values().length);

  // Of the protocol thread: where the newest gap begins.
  private long holeAt = -1;

  /** How often, of those that are events of the core; 0 for others. */
  long count(Total total) {
    return counts.get(total.ordinal());
  }

  @Override
  public void accept(Fact fact) {
    if (fact instanceof Fact.Ignored message) {
      add(Total.IGNORED_MESSAGES, 1);
      add(Total.STALE_VOTES, message.message() == Accepted.class ? 1 : 0);
    } else if (fact instanceof Fact.Retransmitted resent) {
      add(Total.PHASE2_TIMEOUTS, resent.slots());
    } else if (fact instanceof Fact.CatchingUp catchUp) {
      add(Total.CATCH_UPS, 1);
      add(Total.HOLES, catchUp.first() == holeAt ? 0 : 1);
      holeAt = catchUp.first();
    } else if (fact instanceof Fact.FetchingSnapshot) {
      add(Total.SNAPSHOTS_FETCHED, 1);
    } else if (fact instanceof Fact.Repaired) {
      add(Total.REPAIRED_SLOTS, 1);
    } else {
      role(fact);
    }
  }

  private void role(Fact fact) {
    if (fact instanceof Fact.PreVoting) {
      add(Total.ELECTION_TIMEOUTS, 1);
    } else if (fact instanceof Fact.Preparing) {
      add(Total.PHASE1_STARTED, 1);
    } else if (fact instanceof Fact.PreparingAgain) {
      add(Total.PHASE1_TIMEOUTS, 1);
    } else if (fact instanceof Fact.Leading leading) {
      add(Total.LEADERSHIPS, 1);
      add(Total.SLOTS_TAKEN_OVER, leading.takenOver());
    } else if (fact instanceof Fact.SteppedDown) {
      add(Total.STEP_DOWNS, 1);
    }
  }

  private void add(Total total, long more) {
    counts.lazySet(total.ordinal(), counts.get(total.ordinal()) + more);
  }
}
