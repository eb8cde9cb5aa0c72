package io.synod.replica;

import io.synod.core.effect.Fact;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the log what the core reports, and counts what comes too often to be told. */
final class FactLog implements Consumer<Fact> {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  private final int id;
  private final LongAdder ignored = new LongAdder();
  private final LongAdder retransmitted = new LongAdder();
  private final LongAdder catchUps = new LongAdder();

  FactLog(int id) {
    this.id = id;
  }

  /** Stale, repeated or foreign messages. */
  long ignored() {
    return ignored.sum();
  }

  /** Accepts that were sent again. */
  long retransmitted() {
    return retransmitted.sum();
  }

  /** Requests for decided slots. */
  long catchUps() {
    return catchUps.sum();
  }

  @Override
  public void accept(Fact fact) {
    if (fact instanceof Fact.DecidedUpTo) {
      return;
    }
    if (fact instanceof Fact.Ignored message) {
      ignored.increment();
      LOG.trace("replica {}: ignored {}: {}", id, message.message(), message.reason());
    } else if (fact instanceof Fact.Retransmitted resent) {
      retransmitted.add(resent.slots());
      LOG.debug("replica {}: sent {} undecided slots again", id, resent.slots());
    } else if (fact instanceof Fact.CatchingUp catchUp) {
      catchUps.increment();
      LOG.debug("replica {}: asks {} for slots from {}", id, catchUp.peer(), catchUp.first());
    } else {
      role(fact);
    }
  }

  private void role(Fact fact) {
    if (fact instanceof Fact.Leading leading) {
      LOG.info(
          "replica {}: leads view {}, {} slots taken over",
          id,
          leading.view(),
          leading.takenOver());
    } else if (fact instanceof Fact.SteppedDown down) {
      LOG.info("replica {}: gives up view {}: {}", id, down.view(), down.reason());
    } else if (fact instanceof Fact.Following following) {
      LOG.debug("replica {}: follows view {}", id, following.view());
    } else if (fact instanceof Fact.Preparing preparing) {
      LOG.debug("replica {}: prepares view {}", id, preparing.view());
    } else if (fact instanceof Fact.Canvassing canvassing) {
      LOG.debug("replica {}: canvasses for view {}", id, canvassing.view());
    } else if (fact instanceof Fact.TooFarBehind behind) {
      LOG.error(
          "replica {}: cannot catch up: slot {} is kept by no peer, the oldest kept is {}; "
              + "raise log.max-bytes and start the cluster anew",
          id,
          behind.missing(),
          behind.kept());
    }
  }
}
