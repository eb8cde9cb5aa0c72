package io.synod.replica.assembly;

import io.synod.core.effect.ProtocolEvent;
import io.synod.core.membership.MemberEntry;
import io.synod.core.membership.Membership;
import io.synod.core.message.MemberStatus;
import io.synod.replica.config.StorageConfig;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes the core's events to the log: changes of role and membership at info, what needs an
 * operator at warn and error, frequent events at debug and trace. Protocol thread.
 */
final class ProtocolEventLog implements Consumer<ProtocolEvent> {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  private final int id;
  private final StorageConfig storage;

  // The slot for which a snapshot was fetched last; -1 before the first.
  private long missing = -1;

  ProtocolEventLog(int id, StorageConfig storage) {
    this.id = id;
    this.storage = storage;
  }

  @Override
  public void accept(ProtocolEvent event) {
    if (event instanceof ProtocolEvent.DecidedUpTo) {
      return;
    }
    if (event instanceof ProtocolEvent.Ignored message) {
      LOG.trace("replica {}: ignored {}: {}", id, message.message(), message.reason());
    } else if (event instanceof ProtocolEvent.Retransmitted resent) {
      LOG.debug("replica {}: resent the Accepts of {} undecided slots", id, resent.slots());
    } else if (event instanceof ProtocolEvent.CatchingUp catchUp) {
      LOG.debug(
          "replica {}: asks replica {} for decided slots from {} on",
          id,
          catchUp.peer(),
          catchUp.first());
    } else {
      role(event);
    }
  }

  private void role(ProtocolEvent event) {
    if (event instanceof ProtocolEvent.Leading leading) {
      LOG.info(
          "replica {}: leads view {}; it proposes {} slots of earlier views again",
          id,
          leading.view(),
          leading.takenOver());
    } else if (event instanceof ProtocolEvent.SteppedDown down) {
      LOG.info("replica {}: stopped leading view {}: {}", id, down.view(), down.reason());
    } else if (event instanceof ProtocolEvent.Transferring transferring) {
      transferring(transferring);
    } else if (event instanceof ProtocolEvent.TransferFailed failed) {
      LOG.warn(
          "replica {}: leads view {} on, because replica {} did not take over in time",
          id,
          failed.view(),
          failed.target());
    } else if (event instanceof ProtocolEvent.ChangingMembership change) {
      LOG.info(
          "replica {}: proposes membership {} with the members {}",
          id,
          change.next().number(),
          withAddresses(change.next()));
    } else if (event instanceof ProtocolEvent.EnteredMembership entered) {
      LOG.info(
          "replica {}: entered membership {} as a {}: the members {} decide the slots from {} on",
          id,
          entered.membership().number(),
          entered.standing().equals("recovering") ? "recovering replica" : entered.standing(),
          entered.membership().numbers(),
          entered.membership().first());
    } else if (event instanceof ProtocolEvent.Following following) {
      LOG.debug("replica {}: follows view {}", id, following.view());
    } else if (event instanceof ProtocolEvent.Preparing preparing) {
      LOG.debug("replica {}: asks the others to promise view {} (Phase 1)", id, preparing.view());
    } else if (event instanceof ProtocolEvent.PreparingAgain again) {
      LOG.debug(
          "replica {}: asks again for promises of view {}: too few came in time", id, again.view());
    } else if (event instanceof ProtocolEvent.PreVoting preVoting) {
      LOG.debug(
          "replica {}: asks the others whether it could win view {} (pre-vote)",
          id,
          preVoting.view());
    } else {
      recovery(event);
    }
  }

  private void transferring(ProtocolEvent.Transferring transferring) {
    switch (transferring.reason()) {
      case ASKED ->
          LOG.info(
              "replica {}: transfers its leadership to replica {}; it proposes nothing meanwhile",
              id,
              transferring.target());
      case PRIORITY ->
          LOG.info(
              "replica {}: transfers its leadership to replica {}, which has a higher priority; it"
                  + " proposes nothing meanwhile",
              id,
              transferring.target());
      case SERVICE_HANGS ->
          LOG.warn(
              "replica {}: its service has not returned for ten election timeouts from a slot that"
                  + " others have executed; transfers its leadership to replica {}; see in a thread"
                  + " dump where the service waits, and restart this replica",
              id,
              transferring.target());
    }
  }

  private void collector(boolean busy) {
    if (busy) {
      LOG.warn(
          "replica {}: the garbage collector took more than half of the last five seconds; this"
              + " replica does not lead while another one can, until the collector takes less than a"
              + " quarter for ten seconds; give it a larger heap (-Xmx), or keep less in the service",
          id);
    } else {
      LOG.info(
          "replica {}: the garbage collector took less than a quarter of the last ten seconds; this"
              + " replica may lead again",
          id);
    }
  }

  private void joining(ProtocolEvent.Joining joining) {
    if (joining.status() == MemberStatus.NEW) {
      LOG.info(
          "replica {} starts for the first time; it joins the cluster once the other replicas have"
              + " answered",
          id);
    } else if (joining.as().number() == 0) {
      LOG.debug("replica {} asks the other replicas for its latest incarnation", id);
    } else {
      LOG.info(
          "replica {} is recovering as incarnation {}; it rejoins the cluster once the other"
              + " replicas have answered",
          id,
          joining.as().number());
    }
  }

  /** Without space for it, it is fetched again each few seconds. */
  private void fetching(ProtocolEvent.FetchingSnapshot fetching) {
    Level level = fetching.missing() == missing ? Level.DEBUG : Level.INFO;
    missing = fetching.missing();
    LOG.atLevel(level)
        .log(
            "replica {}: slot {} is in no log any more, or has no space here while the service has"
                + " halted; fetches a snapshot from replica {}",
            id,
            missing,
            fetching.peer());
  }

  private void recovery(ProtocolEvent event) {
    if (event instanceof ProtocolEvent.Joining joining) {
      joining(joining);
    } else if (event instanceof ProtocolEvent.DurableStateLost lost) {
      LOG.warn(
          "replica {}: replica {} reports that this replica was a member before (incarnation {}),"
              + " and its directory has no record of it; it recovers by itself from the other"
              + " members if enough of them have their durable state",
          id,
          lost.reportedBy(),
          lost.known().number());
    } else if (event instanceof ProtocolEvent.TooManyLost lost) {
      LOG.error(
          "replica {}: cannot recover now, because too few other members have their durable state;"
              + " start those that have it; this replica stops in {} ms (storage.repair-timeout)"
              + " if they stay too few",
          id,
          TimeUnit.NANOSECONDS.toMillis(lost.patienceNanos()));
    } else if (event instanceof ProtocolEvent.LacksDecisions lacks) {
      LOG.error(
          "replica {}: has been a member of membership {}, and has lost the decisions from slot {} on"
              + " that lead to it; no replica has sent them for {} ms (storage.repair-timeout), so it"
              + " neither votes nor leads; start the present members, and name them in its file. If they"
              + " all wait like this one, these decisions are lost: keep every directory that is left,"
              + " of replicas, learners and backups; 'synod force-quorum' makes a new cluster of what"
              + " they know",
          id,
          lacks.entered(),
          lacks.decided(),
          TimeUnit.NANOSECONDS.toMillis(lacks.nanos()));
    } else if (event instanceof ProtocolEvent.OtherOrigin other) {
      LOG.error(
          "replica {}: the cluster does not form, because replica {} was restored from another state"
              + " ({}) than this replica ({}); restore all replicas from the same backup and with"
              + " the same --until",
          id,
          other.peer(),
          other.ofPeer(),
          other.own());
    } else if (event instanceof ProtocolEvent.StateDiffers differs) {
      LOG.error(
          "replica {}: the state of replica {} differs from this replica's; they parted in the slots {} to"
              + " {}. The service is not deterministic, or memory or a file was damaged. A replica"
              + " that differs from a majority of the members stops by itself; without such a"
              + " majority all go on, and clients may get different answers",
          id,
          differs.other(),
          differs.first(),
          differs.last());
    } else if (event instanceof ProtocolEvent.Replaced replaced) {
      LOG.warn(
          "replica {}: replica {} reports that another process became a member under this replica's"
              + " number (incarnation {}); this one stops; run one process for each number, with"
              + " its own directory",
          id,
          replaced.reportedBy(),
          replaced.known().number());
    } else if (event instanceof ProtocolEvent.Joined joined) {
      LOG.info("replica {}: is a member of the cluster (incarnation {})", id, joined.as().number());
    } else if (event instanceof ProtocolEvent.PeerJoins peer) {
      LOG.info(
          "replica {}: replica {} is recovering as incarnation {}",
          id,
          peer.replica(),
          peer.as().number());
    } else if (event instanceof ProtocolEvent.FetchingSnapshot fetching) {
      fetching(fetching);
    } else if (event instanceof ProtocolEvent.SnapshotFetched fetched) {
      LOG.info(
          "replica {}: fetched the snapshot of all slots before {}; the service restores it",
          id,
          fetched.end());
    } else if (event instanceof ProtocolEvent.Repaired slot) {
      LOG.info(
          "replica {}: repaired the damaged slot {} with the decision that another replica sent",
          id,
          slot.slot());
    } else if (event instanceof ProtocolEvent.CollectorBusy collector) {
      collector(collector.busy());
    } else if (event instanceof ProtocolEvent.StorageFull disk && disk.full()) {
      LOG.error(
          "replica {}: stopped voting: the disk has no space for the journal; free some{}; it"
              + " resumes by itself",
          id,
          spaceAdvice());
    } else if (event instanceof ProtocolEvent.StorageFull) {
      LOG.info("replica {}: resumed voting: the disk has space for the journal again", id);
    }
  }

  private String spaceAdvice() {
    if (storage.isLimited()) {
      return ", or raise storage.max-bytes";
    }
    return storage.reserveBytes() == 0
        ? ""
        : ", or lower storage.reserve, which keeps %d bytes free".formatted(storage.reserveBytes());
  }

  /** Those that have not changed since the properties files have no address here. */
  private static String withAddresses(Membership membership) {
    StringBuilder text = new StringBuilder();
    for (MemberEntry member : membership.members()) {
      text.append(text.isEmpty() ? "" : ", ").append(member.number());
      if (!member.peerAddress().isEmpty()) {
        text.append(" at ").append(member.peerAddress());
        text.append(" (clients ").append(member.clientAddress()).append(')');
      }
    }
    return text.toString();
  }
}
