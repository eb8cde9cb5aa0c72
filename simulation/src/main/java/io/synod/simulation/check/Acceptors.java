package io.synod.simulation.check;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.Accepted;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.JoinReply;
import io.synod.core.message.Message;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Promises;
import io.synod.core.message.Reject;
import io.synod.core.message.Relay;
import io.synod.core.message.Vote;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * Tracks the durable promises and votes of every acceptor. Promises only grow, an acceptor does not
 * vote below its promise, and it votes for one value in a view. No message claims an unwritten
 * record or hides a written one.
 */
final class Acceptors {
  private final List<Acceptor> acceptors = new ArrayList<>();
  private final Decisions decisions;

  /** One acceptor's current promise and votes, and those that it must not forget. */
  private static final class Acceptor {
    View promised = View.NONE;
    Slots<Written> written = new Slots<>(Written::new);
    View durablePromised = View.NONE;
    Slots<Written> durable = new Slots<>(Written::new);

    /** The votes that it has sent, in any process. */
    final Slots<Set<View>> toldVotes = new Slots<>(HashSet::new);

    final Set<Promise> toldPromises = new HashSet<>();
    final Set<Prepare> toldPrepares = new HashSet<>();
  }

  /** The last vote in one slot. */
  private static final class Written {
    View view;
    Batch batch;

    void set(View newView, Batch newBatch) {
      view = newView;
      batch = newBatch;
    }
  }

  Acceptors(int places, Decisions decisions) {
    this.decisions = decisions;
    for (int replica = 0; replica < places; replica++) {
      acceptors.add(new Acceptor());
    }
  }

  View promised(int replica) {
    return acceptors.get(replica).promised;
  }

  void persisted(int replica, JournalRecord fact) {
    if (fact instanceof JournalRecord.Promised promised) {
      promised(replica, promised.view());
    } else if (fact instanceof JournalRecord.Voted voted) {
      voted(replica, voted);
    }
  }

  private void promised(int replica, View view) {
    Acceptor acceptor = acceptors.get(replica);
    if (view.isBefore(acceptor.promised)) {
      throw new Violation(
          "replica %d promises %s after it had promised %s", replica, view, acceptor.promised);
    }
    acceptor.promised = view;
  }

  private void voted(int replica, JournalRecord.Voted voted) {
    Acceptor acceptor = acceptors.get(replica);
    View view = voted.view();
    if (view.isBefore(acceptor.promised)) {
      throw new Violation(
          "replica %d votes in slot %d in view %s, below its promise %s",
          replica, voted.slot(), view, acceptor.promised);
    }
    Written written = acceptor.written.at(voted.slot());
    boolean repeated = view.equals(written.view) && voted.batch().equals(written.batch);
    if (written.view != null && !view.isAfter(written.view) && !repeated) {
      throw new Violation(
          "replica %d votes in slot %d in view %s after it had voted there in view %s",
          replica, voted.slot(), view, written.view);
    }
    written.set(view, voted.batch());
  }

  void durable(int replica, JournalRecord fact) {
    Acceptor acceptor = acceptors.get(replica);
    if (fact instanceof JournalRecord.Promised promised) {
      acceptor.durablePromised = promised.view();
    } else if (fact instanceof JournalRecord.Voted voted) {
      acceptor.durable.at(voted.slot()).set(voted.view(), voted.batch());
    }
  }

  /** Whether a record that was found on disk was not known to be durable. */
  boolean isNews(int replica, JournalRecord fact) {
    Acceptor acceptor = acceptors.get(replica);
    if (fact instanceof JournalRecord.Promised promised) {
      return promised.view().isAfter(acceptor.durablePromised);
    }
    if (fact instanceof JournalRecord.Voted voted) {
      View known = acceptor.durable.at(voted.slot()).view;
      return known == null || voted.view().isAfter(known);
    }
    return false;
  }

  /**
   * Begins a new process: durable records still bind {@code replica}, unless it knows that it has
   * lost them.
   *
   * @param known the replica's vote in a slot
   */
  void begins(int replica, Beginning beginning, LongFunction<Vote> known) {
    Acceptor acceptor = acceptors.get(replica);
    boolean remembers = beginning.member() || beginning.keepsPromises();
    if (remembers && !beginning.promised().equals(acceptor.durablePromised)) {
      throw new Violation(
          "replica %d comes back with promise %s, it had promised %s",
          replica, beginning.promised(), acceptor.durablePromised);
    }
    acceptor.promised = beginning.promised();
    acceptor.durablePromised = beginning.promised();
    acceptor.written = new Slots<>(Written::new);
    if (!beginning.member()) {
      // If only decisions are missing, a snapshot may still complete its state.
      if (beginning.memory() != Beginning.Memory.EITHER) {
        acceptor.durable = new Slots<>(Written::new);
      }
      return;
    }
    for (long slot = 0; slot < acceptor.durable.end(); slot++) {
      Written voted = acceptor.durable.at(slot);
      if (voted.view != null) {
        acceptor.written.at(slot).set(voted.view, voted.batch);
        if (slot >= beginning.snapshotEnd()) {
          checkRemembered(replica, voted, beginning, slot, known.apply(slot));
        }
      }
    }
  }

  private static void checkRemembered(
      int replica, Written voted, Beginning beginning, long slot, Vote vote) {
    boolean same =
        vote != null
            && (vote.decided()
                || vote.view().equals(voted.view) && vote.batch().equals(voted.batch));
    boolean knowsLost = vote == null && beginning.damaged().contains(slot);
    if (!same && !knowsLost) {
      throw new Violation(
          "replica %d comes back with %s in slot %d, it had voted for %s in view %s",
          replica, vote, slot, voted.batch, voted.view);
    }
  }

  /** {@code replica} becomes a member: votes from before its loss no longer bind it. */
  void joins(int replica) {
    acceptors.get(replica).durable = new Slots<>(Written::new);
  }

  /** {@code replica} must not forget the contents of a message that has left it. */
  void reveals(int replica, Message message, long executed) {
    Acceptor acceptor = acceptors.get(replica);
    if (message instanceof Promise promise) {
      checkDurable(replica, promise.view());
      acceptor.toldPromises.add(promise);
    } else if (message instanceof Prepare prepare && prepare.view().leader() == replica) {
      checkDurable(replica, prepare.view());
      acceptor.toldPrepares.add(prepare);
    } else if (message instanceof HeartbeatAck ack) {
      checkDurable(replica, ack.view());
    } else if (message instanceof Relay relay) {
      relay.messages().forEach(relayed -> reveals(replica, relayed, executed));
    } else if (message instanceof Accepted accepted
        && accepted.voters().equals(ReplicaSet.of(replica))) {
      reveals(replica, acceptor, accepted, executed);
    }
  }

  private static void reveals(int replica, Acceptor acceptor, Accepted vote, long executed) {
    for (long slot = vote.first(); slot < vote.end(); slot++) {
      View durable = acceptor.durable.at(slot).view;
      if (slot >= executed && (durable == null || vote.view().isAfter(durable))) {
        throw new Violation(
            "replica %d sends its vote in slot %d, view %s, of which %s is durable",
            replica, slot, vote.view(), durable);
      }
      acceptor.toldVotes.at(slot).add(vote.view());
    }
  }

  private void checkDurable(int replica, View sent) {
    View durable = acceptors.get(replica).durablePromised;
    if (sent.isAfter(durable)) {
      throw new Violation(
          "replica %d sends its promise %s, of which %s is durable", replica, sent, durable);
    }
  }

  /** Phase 1a. A candidate has promised its own view, or it could request the same view twice. */
  void sends(int replica, Prepare message) {
    checkPromised(replica, message.view(), "a Prepare");
  }

  /** Phase 1b. It is current, since it is checked when the acceptor sends it. */
  void sends(int replica, Promise message) {
    checkPromised(replica, message.view(), "a Promise");
    Acceptor acceptor = acceptors.get(replica);
    long slot = message.first();
    for (Vote vote : message.votes()) {
      for (; slot < vote.slot(); slot++) {
        checkNotHidden(replica, acceptor, slot);
      }
      checkSent(replica, acceptor, vote);
      slot = vote.slot() + 1;
    }
    for (; slot < message.end(); slot++) {
      checkNotHidden(replica, acceptor, slot);
    }
    for (slot = message.logEnd(); slot < acceptor.written.end(); slot++) {
      checkNotHidden(replica, acceptor, slot);
    }
  }

  private static void checkNotHidden(int replica, Acceptor acceptor, long slot) {
    Written written = acceptor.written.at(slot);
    if (written.view != null) {
      throw new Violation(
          "the promise of replica %d hides its vote for %s in slot %d, view %s",
          replica, written.batch, slot, written.view);
    }
  }

  private void checkSent(int replica, Acceptor acceptor, Vote vote) {
    if (vote.decided()) {
      decisions.decided(replica, vote.slot(), vote.batch());
      return;
    }
    Written written = acceptor.written.at(vote.slot());
    if (!vote.view().equals(written.view) || !vote.batch().equals(written.batch)) {
      throw new Violation(
          "the promise of replica %d reports %s, but its vote was for %s in view %s",
          replica, vote, written.batch, written.view);
    }
  }

  /**
   * Phase 2b.
   *
   * @param executed slots before this one, which the replica has executed and may have cut, need no
   *     written vote: a candidate gets its promise only with the decision
   */
  void sends(int replica, Accepted message, long executed) {
    checkPromised(replica, message.view(), "an Accepted");
    for (long slot = Math.max(message.first(), executed); slot < message.end(); slot++) {
      Written written = acceptors.get(replica).written.at(slot);
      if (!message.view().equals(written.view)) {
        throw new Violation(
            "replica %d reports a vote in slot %d, view %s; its last one there was in view %s",
            replica, slot, message.view(), written.view);
      }
    }
  }

  /** Phase 1a, passed on. */
  void relays(int replica, Prepare message) {
    checkRelayed(
        replica, message, acceptors.get(message.view().leader()).toldPrepares.contains(message));
  }

  /** Phase 1b, gathered. */
  void relays(int replica, Promises message) {
    for (Promises.Gathered gathered : message.gathered()) {
      checkRelayed(
          replica,
          message,
          acceptors.get(gathered.replica()).toldPromises.contains(gathered.promise()));
    }
  }

  /** Phase 2b, gathered. */
  void relays(int replica, Accepted message) {
    for (int voter = 0; voter < acceptors.size(); voter++) {
      for (long slot = message.first(); slot < message.end(); slot++) {
        checkRelayed(
            replica,
            message,
            !message.voters().contains(voter)
                || acceptors.get(voter).toldVotes.at(slot).contains(message.view()));
      }
    }
  }

  private static void checkRelayed(int replica, Message message, boolean wasSent) {
    if (!wasSent) {
      throw new Violation("replica %d relays %s, which no replica has sent it", replica, message);
    }
  }

  /** Confirms the leader for reads, so a follower of a later view must not send it. */
  void sends(int replica, HeartbeatAck message) {
    checkPromised(replica, message.view(), "a HeartbeatAck");
  }

  void sends(int replica, JoinReply message) {
    checkPromised(replica, message.promised(), "a JoinReply");
  }

  void sends(int replica, Reject message) {
    checkPromised(replica, message.promised(), "a Reject");
  }

  private void checkPromised(int replica, View view, String what) {
    View promised = promised(replica);
    if (!view.equals(promised)) {
      throw new Violation(
          "replica %d sends %s for view %s, having promised %s", replica, what, view, promised);
    }
  }
}
