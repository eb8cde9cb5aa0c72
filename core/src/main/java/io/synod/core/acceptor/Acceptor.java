package io.synod.core.acceptor;

import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.effect.Effects;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.log.Log;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Reject;
import io.synod.core.message.Vote;
import java.util.ArrayList;
import java.util.List;

/**
 * The durable state of Paxos: the promise, never to accept anything in an earlier view, and the
 * votes. An acceptor never contradicts a promise or vote that it has sent. So each answer waits
 * until the record behind it is durable.
 */
public final class Acceptor {
  // Beside its batch, what a vote takes in a message at most.
  private static final int OVERHEAD_BYTES = 32;

  private final int self;
  private final ReplicaSet me;
  private final Log log;
  private final int promiseBytes;
  private View promised;
  private boolean full;

  // The end of the take-over of the promised view, once its leader has sent it; unknown before.
  private View takenOver = View.NONE;
  private long takeOverEnd;

  /**
   * @param promised the view that was promised before the last start; votes are in {@code log}
   * @param promiseBytes batches that one promise carries; one batch always fits
   */
  public Acceptor(int self, Log log, View promised, int promiseBytes) {
    this.self = self;
    this.me = ReplicaSet.of(self);
    this.log = log;
    this.promised = promised;
    this.promiseBytes = promiseBytes;
  }

  /**
   * While there is no space for what an acceptor must not forget, it promises and votes no more.
   */
  public void onStorageFull(boolean isFull) {
    full = isFull;
  }

  public boolean isFull() {
    return full;
  }

  /** Whether it could promise a view and report everything that it has accepted. */
  public boolean canPromise() {
    return !full && !log.hasDamage();
  }

  /** No vote will be given in a view before this one. */
  public View promised() {
    return promised;
  }

  /**
   * @param from receives the answer: the candidate, or the relay of its group
   * @param incarnations goes with the promise
   * @return whether it has promised the view, now or before
   */
  public boolean onPrepare(int from, Prepare message, Incarnations incarnations, Effects out) {
    if (message.view().isBefore(promised)) {
      reject(message.view().leader(), message.view(), out);
      return false;
    }
    if (!canPromise()) {
      out.observe(new ProtocolEvent.Ignored(Prepare.class, "the disk is full or has lost a vote"));
      return false;
    }
    promise(message.view(), out);
    out.sendWhenDurable(ReplicaSet.of(from), promiseFrom(message, incarnations));
    return true;
  }

  /**
   * @param from receives the answer: the leader, or the relay of its group
   * @param limit slots from this one on are rejected, because too many already wait for the service
   * @return whether {@code message} comes from a leader that this acceptor follows
   */
  public boolean onAccept(int from, Accept message, long limit, Effects out) {
    if (message.view().isBefore(promised)) {
      reject(message.view().leader(), message.view(), out);
      return false;
    }
    if (full) {
      out.observe(new ProtocolEvent.Ignored(Accept.class, "the disk is full"));
      return message.view().equals(promised);
    }
    promise(message.view(), out);
    long slot = message.slot();
    if (slot < log.first()) {
      // Decided and executed here: a leader that lags can only propose the decision again, and one
      // that is superseded finds no quorum. The votes that decided the slot are kept elsewhere, so
      // this one need not be. Without it a leader whose peers have all cut the slot never goes on.
      accepted(from, message, out);
    } else if (log.isDamaged(slot)) {
      // It has voted here for what it does not know any more; the others decide without it.
      out.observe(new ProtocolEvent.Ignored(Accept.class, "slot is damaged"));
    } else if (slot >= limit) {
      out.observe(new ProtocolEvent.Ignored(Accept.class, "backlog is full"));
    } else if (log.isDecided(slot) && !log.batch(slot).equals(message.batch())) {
      // Learnt from a peer that follows a later view, of which this leader does not know yet.
      out.observe(new ProtocolEvent.Ignored(Accept.class, "slot is decided otherwise"));
    } else {
      vote(from, message, out);
    }
    return true;
  }

  /**
   * Follows a view whose leader has sent a message, without a Prepare of that view before.
   *
   * @return whether it now follows {@code view}, which is not before its promise
   */
  public boolean follow(View view, Effects out) {
    if (!full) {
      promise(view, out);
    }
    return view.equals(promised);
  }

  /** Phase 1 of {@code view} is over: what was decided in an earlier one is before {@code end}. */
  public void onTakenOver(View view, long end) {
    takenOver = view;
    takeOverEnd = end;
  }

  /**
   * A slot that this acceptor has voted for, and that is decided, is before this one. Votes of
   * earlier views behind the take-over's end count for nothing: they would be waited for, for ever.
   */
  public long votedEnd() {
    if (!promised.equals(takenOver)) {
      return log.end();
    }
    long least = Math.max(log.decided(), takeOverEnd);
    long end = log.end();
    while (end > least && !promised.equals(log.view(end - 1))) {
      end--;
    }
    return Math.max(end, least);
  }

  /** Promises {@code view} unless as much is promised already. */
  public void promise(View view, Effects out) {
    if (view.isAfter(promised)) {
      promised = view;
      out.persist(new JournalRecord.Promised(view));
    }
  }

  /**
   * {@code view} is the first one of a membership of which this replica is no member: what it
   * rejects is before that. It promises nothing.
   */
  public void follow(View view) {
    promised = view.isAfter(promised) ? view : promised;
  }

  /** Sends {@code to} a Reject: this acceptor has promised a later view. */
  public void reject(int to, View view, Effects out) {
    out.sendWhenDurable(ReplicaSet.of(to), new Reject(view, promised));
  }

  private void vote(int from, Accept message, Effects out) {
    View view = message.view();
    long slot = message.slot();
    if (!view.equals(log.view(slot))) {
      out.persist(new JournalRecord.Voted(view, slot, message.batch()));
    }
    log.accept(view, slot, message.batch());
    accepted(from, message, out);
  }

  private void accepted(int from, Accept message, Effects out) {
    Accepted vote = new Accepted(message.view(), message.slot(), me);
    out.sendWhenDurable(ReplicaSet.of(from), vote);
  }

  private Promise promiseFrom(Prepare message, Incarnations incarnations) {
    long first = Math.max(message.first(), log.first());
    long logEnd = Math.max(first, log.end());
    List<Vote> votes = new ArrayList<>();
    long slot = first;
    long bytes = 0;
    for (; slot < logEnd; slot++) {
      Vote vote = log.vote(slot);
      if (vote == null) {
        continue;
      }
      bytes += vote.batch().length() + OVERHEAD_BYTES;
      if (bytes > promiseBytes && !votes.isEmpty()) {
        break;
      }
      votes.add(vote);
    }
    return new Promise(message.view(), first, slot, logEnd, votes, incarnations);
  }

  @Override
  public String toString() {
    return "acceptor " + self + " promised " + promised;
  }
}
