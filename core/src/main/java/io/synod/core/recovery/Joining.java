package io.synod.core.recovery;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.membership.Membership;
import io.synod.core.message.JoinReply;
import io.synod.core.message.MemberStatus;
import java.util.Arrays;

/**
 * The progress of a replica that is to become a member; see docs/durability.md. It decides; its
 * role sends and persists.
 *
 * <pre>
 *   NEW         every other replica has answered, no member knows another nonce,
 *               those that are no members name each other by their last nonces,
 *               all new ones were restored from the same backup, or none was         → member
 *   NEW         R members know it by its nonce: the cluster formed with it           → member
 *   NEW         a member, or a former one, knows another nonce of this replica       → recovering;
 *               if this one was restored, it stops
 *   NEW         was restored, and in a later membership nobody knows its nonce       → it stops
 *   RECOVERING  R members have sent their incarnations: takes the next number        → announced
 *   announced   R members have answered to it, the leader of their latest view too   → fetching
 *   fetching    every slot before that leader's end is decided here                  → member
 *   fetching    the leader of a later view has answered with an earlier end          → fetching
 * </pre>
 */
public final class Joining {
  // Each is asked three times in an election timeout; this is four of them.
  static final int UNANSWERED_MAX = 12;

  private final int self;
  private final long membership;
  private final Quorums quorums;
  private final ReplicaSet others;
  private final long nonce;
  private final Origin origin;
  private final JoinReply[] latest;

  // How often each has been asked since its latest answer.
  private final int[] unanswered;

  // The nonces with which the others have shown themselves last.
  private Incarnations seen;

  private MemberStatus status;
  private Incarnations incarnations;
  private Incarnation own;
  private View view;
  private long end;

  /** The result of a reply. */
  public enum Outcome {
    /** Nothing yet. */
    WAIT,
    /** A member knows this replica by another nonce. */
    DURABLE_STATE_LOST,
    /** The next incarnation is taken: to be persisted and announced. */
    ANNOUNCE,
    /** What must be fetched is known. */
    FETCH,
    /** A new replica was restored from another backup: the two never form a cluster. */
    OTHER_ORIGIN,
    /** The cluster has formed before, and not with this directory, which was restored. */
    FORMED_BEFORE,
    /** All have answered, some before they knew each replica by its nonce: they are asked again. */
    ASK_AGAIN,
    /** The cluster forms with this replica in it. */
    FORMED
  }

  /**
   * @param membership of which it is to become a member
   * @param recovered what storage has kept
   */
  public Joining(int self, Membership membership, Recovered recovered) {
    this.self = self;
    this.membership = membership.number();
    quorums = membership.quorums();
    nonce = recovered.nonce();
    origin = recovered.origin();
    others = quorums.members().without(ReplicaSet.of(self));
    latest = new JoinReply[quorums.members().end()];
    unanswered = new int[latest.length];
    // A later membership is one of a cluster that has formed.
    boolean isFirst = membership.number() == 0;
    status = recovered.isNew() && isFirst ? MemberStatus.NEW : MemberStatus.RECOVERING;
    Incarnations listed = membership.incarnations();
    boolean fits =
        recovered.incarnations() != null && recovered.incarnations().end() == listed.end();
    Incarnations known = isFirst && fits ? recovered.incarnations() : listed;
    incarnations = recovered.withAnnounced(self, known);
    own = new Incarnation(0, nonce);
    seen = Incarnations.unknown(quorums.members());
  }

  public MemberStatus status() {
    return status;
  }

  /** The incarnation in whose name it asks. */
  public Incarnation own() {
    return own;
  }

  /** The backup that this replica was restored from, while it is new. */
  public Origin origin() {
    return status == MemberStatus.NEW ? origin : Origin.NONE;
  }

  /** The incarnations that it knows. */
  public Incarnations incarnations() {
    return incarnations;
  }

  /**
   * The incarnations in its answers to {@code peer}, which say by which nonces it knows the others:
   * those with which they have shown themselves last. If it recovers it also says what it knows of
   * {@code peer}.
   */
  public Incarnations answer(int peer) {
    Incarnations answer = status == MemberStatus.NEW ? seen : incarnations;
    for (int other = others.first(); other < ReplicaSet.NUMBERS; other = others.after(other)) {
      Incarnation shown = seen.of(other);
      boolean isNews = shown.isKnown() && shown.nonce() != answer.of(other).nonce();
      answer = isNews && other != peer ? answer.with(other, shown) : answer;
    }
    return answer.with(self, own);
  }

  /**
   * {@code peer} shows itself with this nonce. If it had another one before, the answers of others
   * to a new replica may be older than its loss, and do not count: they may have become members
   * since.
   */
  public void see(int peer, long peerNonce) {
    Incarnation now = new Incarnation(0, peerNonce);
    if (others.contains(peer) && !seen.of(peer).equals(now)) {
      if (status == MemberStatus.NEW && seen.of(peer).isKnown()) {
        Arrays.fill(latest, null);
      }
      seen = seen.with(peer, now);
    }
  }

  /** Whether only decisions are missing; then {@link #end} and {@link #view} are known. */
  public boolean isFetching() {
    return view != null;
  }

  /** Every slot before this one must be decided here before this replica becomes a member. */
  public long end() {
    return end;
  }

  /** The view that this replica promises when it becomes a member. */
  public View view() {
    return view;
  }

  /** A single replica has no other replica to ask. */
  public boolean isAlone() {
    return others.isEmpty();
  }

  public Outcome begin() {
    return isAlone() && status == MemberStatus.NEW ? form() : Outcome.WAIT;
  }

  public Outcome onReply(int from, JoinReply reply) {
    if (!reply.to().equals(own) || reply.membership() != membership) {
      return isForeign(reply) ? Outcome.FORMED_BEFORE : Outcome.WAIT;
    }
    boolean isNews = hasOtherOrigin(reply) && !hasOtherOrigin(latest[from]);
    see(from, reply.incarnations().of(from).nonce());
    latest[from] = reply;
    unanswered[from] = 0;
    forgetOver();
    if (isFetching()) {
      return reply.leads() && reply.promised().isAfter(view) ? findEnd() : Outcome.WAIT;
    }
    if (status == MemberStatus.NEW) {
      Outcome outcome = onReplyToNew(reply);
      return outcome == Outcome.WAIT && isNews ? Outcome.OTHER_ORIGIN : outcome;
    }
    if (reply.status() != MemberStatus.MEMBER) {
      return Outcome.WAIT;
    }
    return own.number() == 0 || isOvertaken() ? announce() : findEnd();
  }

  /**
   * Whether {@code reply} comes from a member of which another one knows a later incarnation. Its
   * answers do not count before it has learned so.
   */
  public boolean isOver(int from, JoinReply reply) {
    return reply.membership() == membership
        && isMember(reply)
        && reply.incarnations().number(from) < known().number(from);
  }

  /**
   * A member that has lost its durable state since it answered does not know any more what it has
   * noted: what it promises then does not carry this replica's incarnation.
   */
  private void forgetOver() {
    for (int peer = others.first(); peer < ReplicaSet.NUMBERS; peer = others.after(peer)) {
      if (latest[peer] != null && isOver(peer, latest[peer])) {
        latest[peer] = null;
      }
    }
  }

  /**
   * All are asked once more. The answer of a member that has been silent for long is dropped: it
   * may have died as the candidate of the view that it has promised, which then never gets a
   * leader. To drop an answer is as if it had been lost.
   */
  public void asks() {
    for (int peer = others.first(); peer < ReplicaSet.NUMBERS; peer = others.after(peer)) {
      unanswered[peer]++;
      if (unanswered[peer] > UNANSWERED_MAX && isDispensable(latest[peer])) {
        latest[peer] = null;
      }
    }
  }

  /** Not the answer of a leader, and none that makes this replica take another number. */
  private boolean isDispensable(JoinReply reply) {
    return status == MemberStatus.RECOVERING
        && isMember(reply)
        && !reply.leads()
        && reply.incarnations().number(self) <= own.number();
  }

  /** The incarnations that it knows, and those that members have answered. */
  public Incarnations known() {
    Incarnations known = incarnations;
    for (JoinReply reply : latest) {
      known = isMember(reply) ? known.latest(reply.incarnations()) : known;
    }
    return known;
  }

  private boolean isOvertaken() {
    for (JoinReply reply : latest) {
      if (isMember(reply) && reply.incarnations().number(self) > own.number()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether too many replicas have lost their durable state for any to join. Then the others can
   * elect no leader and have none, or they are too few to know every decision.
   */
  public boolean isHopeless() {
    if (status != MemberStatus.RECOVERING) {
      return false;
    }
    int lost = 1;
    boolean led = false;
    for (JoinReply reply : latest) {
      lost += reply != null && reply.status() == MemberStatus.RECOVERING ? 1 : 0;
      led |= isMember(reply) && reply.leads();
    }
    boolean tooFew = !isFetching() && quorums.replicas() - lost < quorums.joining();
    return isAlone() || tooFew || !led && lost > quorums.losable();
  }

  /** Whether {@code reply} is of a cluster that has formed, and not with what was restored here. */
  private boolean isForeign(JoinReply reply) {
    Incarnations known = reply.incarnations();
    boolean isKnown = known.end() > self && known.of(self).equals(new Incarnation(1, nonce));
    return !origin().isNone() && reply.membership() > membership && !isKnown;
  }

  private Outcome onReplyToNew(JoinReply reply) {
    boolean isKnown = reply.status() != MemberStatus.NEW && reply.incarnations().of(self).isKnown();
    if (isKnown && !reply.incarnations().of(self).equals(new Incarnation(1, nonce))) {
      if (!origin.isNone()) {
        // What was restored here may be another state than that with which the cluster has begun.
        return Outcome.FORMED_BEFORE;
      }
      status = MemberStatus.RECOVERING;
      Arrays.fill(latest, null);
      return Outcome.DURABLE_STATE_LOST;
    }
    // The others formed the cluster with it, and some of them may be gone for good by now.
    if (members() >= quorums.joining()) {
      return form();
    }
    int recovering = 0;
    boolean areStale = false;
    for (int peer = others.first(); peer < ReplicaSet.NUMBERS; peer = others.after(peer)) {
      if (latest[peer] == null || hasOtherOrigin(latest[peer])) {
        return Outcome.WAIT;
      }
      areStale |= isStale(latest[peer]);
      recovering += latest[peer].status() == MemberStatus.RECOVERING ? 1 : 0;
    }
    if (areStale) {
      return Outcome.ASK_AGAIN;
    }
    return recovering <= quorums.losable() ? form() : Outcome.WAIT;
  }

  /**
   * Whether a replica that is no member may have sent {@code reply} before another one lost its
   * durable state. It may be a member by now, and have formed the cluster with what that one has
   * lost. If such answers name each other's senders by their last nonces, they were all sent after
   * the last of these has begun, so all of these were no members at one moment.
   */
  private boolean isStale(JoinReply reply) {
    boolean isStale = false;
    for (int peer = others.first(); peer < ReplicaSet.NUMBERS; peer = others.after(peer)) {
      boolean isNamed = reply.incarnations().of(peer).nonce() == seen.of(peer).nonce();
      isStale |= !isNamed && !isMember(latest[peer]);
    }
    return isStale && !isMember(reply);
  }

  private boolean hasOtherOrigin(JoinReply reply) {
    return reply != null
        && reply.status() == MemberStatus.NEW
        && status == MemberStatus.NEW
        && !reply.origin().equals(origin);
  }

  private Outcome form() {
    // What members know comes first: a new replica may have been one of them and have forgotten it.
    Incarnations formed = known();
    for (int peer = others.first(); peer < ReplicaSet.NUMBERS; peer = others.after(peer)) {
      if (latest[peer] != null) {
        Incarnation reported = latest[peer].incarnations().of(peer);
        long number = Math.max(1, reported.number());
        if (number > formed.number(peer)) {
          formed = formed.with(peer, new Incarnation(number, reported.nonce()));
        }
      }
    }
    own = new Incarnation(1, nonce);
    incarnations = formed.with(self, own);
    return Outcome.FORMED;
  }

  private Outcome announce() {
    if (members() < quorums.joining()) {
      return Outcome.WAIT;
    }
    Incarnations known = known();
    own = new Incarnation(known.number(self) + 1, nonce);
    incarnations = known.with(self, own);
    Arrays.fill(latest, null);
    return Outcome.ANNOUNCE;
  }

  private Outcome findEnd() {
    if (members() < quorums.joining()) {
      return Outcome.WAIT;
    }
    View highest = View.NONE;
    for (JoinReply reply : latest) {
      if (isMember(reply)) {
        incarnations = incarnations.latest(reply.incarnations()).with(self, own);
        highest = reply.promised().isAfter(highest) ? reply.promised() : highest;
      }
    }
    JoinReply leader = latest[highest.leader()];
    if (!isMember(leader) || !leader.leads() || !leader.promised().equals(highest)) {
      return Outcome.WAIT;
    }
    if (isFetching() && leader.end() >= end) {
      return Outcome.WAIT;
    }
    view = highest;
    end = leader.end();
    return Outcome.FETCH;
  }

  private int members() {
    int members = 0;
    for (JoinReply reply : latest) {
      members += isMember(reply) ? 1 : 0;
    }
    return members;
  }

  private static boolean isMember(JoinReply reply) {
    return reply != null && reply.status() == MemberStatus.MEMBER;
  }
}
