package io.synod.replica.assembly;

import io.synod.core.effect.Fact;
import io.synod.core.message.Standing;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the log what the core reports; what comes often, to those who ask for it. */
final class FactLog implements Consumer<Fact> {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  private final int id;

  FactLog(int id) {
    this.id = id;
  }

  @Override
  public void accept(Fact fact) {
    if (fact instanceof Fact.DecidedUpTo) {
      return;
    }
    if (fact instanceof Fact.Ignored message) {
      LOG.trace("replica {}: ignored {}: {}", id, message.message(), message.reason());
    } else if (fact instanceof Fact.Retransmitted resent) {
      LOG.debug("replica {}: sent {} undecided slots again", id, resent.slots());
    } else if (fact instanceof Fact.CatchingUp catchUp) {
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
    } else if (fact instanceof Fact.PreparingAgain again) {
      LOG.debug("replica {}: prepares view {} again", id, again.view());
    } else if (fact instanceof Fact.Canvassing canvassing) {
      LOG.debug("replica {}: canvasses for view {}", id, canvassing.view());
    } else {
      recovery(fact);
    }
  }

  private void collector(boolean busy) {
    if (busy) {
      LOG.warn(
          "replica {}: the garbage collector took more than half of the last five seconds, so this"
              + " replica leaves leading to others until it is below a quarter for ten seconds; give"
              + " it a larger heap (-Xmx), or keep less in the service",
          id);
    } else {
      LOG.info("replica {}: the garbage collector is calm again: this replica may lead", id);
    }
  }

  private void joining(Fact.Joining joining) {
    if (joining.standing() == Standing.NEW) {
      LOG.info(
          "replica {} starts for the first time; it joins the cluster once the other replicas have"
              + " answered",
          id);
    } else if (joining.as().epoch() == 0) {
      LOG.debug("replica {} asks the other replicas for its latest incarnation", id);
    } else {
      LOG.info(
          "replica {} is recovering as incarnation {}; it rejoins the cluster once the other"
              + " replicas have answered",
          id,
          joining.as().epoch());
    }
  }

  private void recovery(Fact fact) {
    if (fact instanceof Fact.Joining joining) {
      joining(joining);
    } else if (fact instanceof Fact.MemoryLost lost) {
      LOG.warn(
          "replica {}: replica {} remembers that this replica took part in epoch {}, of which"
              + " nothing is left here: it recovers from the others",
          id,
          lost.toldBy(),
          lost.known().epoch());
    } else if (fact instanceof Fact.Replaced replaced) {
      LOG.warn(
          "replica {}: replica {} knows that another memory has taken part as this replica, in epoch"
              + " {}",
          id,
          replaced.toldBy(),
          replaced.known().epoch());
    } else if (fact instanceof Fact.Joined joined) {
      LOG.info("replica {}: takes part, epoch {}", id, joined.as().epoch());
    } else if (fact instanceof Fact.PeerJoins peer) {
      LOG.info("replica {}: replica {} joins in epoch {}", id, peer.replica(), peer.as().epoch());
    } else if (fact instanceof Fact.FetchingSnapshot fetching) {
      LOG.info(
          "replica {}: slot {} is kept in snapshots only: fetches one from replica {}",
          id,
          fetching.missing(),
          fetching.peer());
    } else if (fact instanceof Fact.SnapshotFetched fetched) {
      LOG.info("replica {}: fetched the snapshot of all slots before {}", id, fetched.end());
    } else if (fact instanceof Fact.Repaired slot) {
      LOG.info("replica {}: slot {} is repaired with what a peer has told", id, slot.slot());
    } else if (fact instanceof Fact.CollectorBusy collector) {
      collector(collector.busy());
    } else if (fact instanceof Fact.StorageFull disk && disk.full()) {
      LOG.error("replica {}: no space for the journal: votes no more until there is", id);
    } else if (fact instanceof Fact.StorageFull) {
      LOG.info("replica {}: there is space for the journal again: votes", id);
    }
  }
}
