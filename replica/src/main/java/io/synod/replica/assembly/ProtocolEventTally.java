package io.synod.replica.assembly;

import io.synod.core.effect.ProtocolEvent;
import io.synod.core.message.Accepted;
import io.synod.replica.instrumentation.Total;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;

/** Counts the events that the core reports. Written by the protocol thread, read by any thread. */
final class ProtocolEventTally implements Consumer<ProtocolEvent> {
  private final AtomicLongArray counts = new AtomicLongArray(Total.values().length);

  // Of the protocol thread: where the newest gap begins.
  private long gapAt = -1;

  /** How often, of those that are events of the core; 0 for others. */
  long count(Total total) {
    return counts.get(total.ordinal());
  }

  @Override
  public void accept(ProtocolEvent event) {
    if (event instanceof ProtocolEvent.Ignored message) {
      add(Total.IGNORED_MESSAGES, 1);
      add(Total.STALE_VOTES, message.message() == Accepted.class ? 1 : 0);
    } else if (event instanceof ProtocolEvent.Retransmitted resent) {
      add(Total.PHASE2_TIMEOUTS, resent.slots());
    } else if (event instanceof ProtocolEvent.CatchingUp catchUp) {
      add(Total.CATCH_UPS, 1);
      add(Total.HOLES, catchUp.first() == gapAt ? 0 : 1);
      gapAt = catchUp.first();
    } else if (event instanceof ProtocolEvent.FetchingSnapshot) {
      add(Total.SNAPSHOTS_FETCHED, 1);
    } else if (event instanceof ProtocolEvent.Repaired) {
      add(Total.REPAIRED_SLOTS, 1);
    } else if (event instanceof ProtocolEvent.StateDiffers) {
      add(Total.STATE_DIFFERENCES, 1);
    } else {
      role(event);
    }
  }

  private void role(ProtocolEvent event) {
    if (event instanceof ProtocolEvent.PreVoting) {
      add(Total.ELECTION_TIMEOUTS, 1);
    } else if (event instanceof ProtocolEvent.Preparing) {
      add(Total.PHASE1_STARTED, 1);
    } else if (event instanceof ProtocolEvent.PreparingAgain) {
      add(Total.PHASE1_TIMEOUTS, 1);
    } else if (event instanceof ProtocolEvent.Leading leading) {
      add(Total.LEADERSHIPS, 1);
      add(Total.SLOTS_TAKEN_OVER, leading.takenOver());
    } else if (event instanceof ProtocolEvent.SteppedDown) {
      add(Total.STEP_DOWNS, 1);
    }
  }

  private void add(Total total, long more) {
    counts.lazySet(total.ordinal(), counts.get(total.ordinal()) + more);
  }
}
