package io.synod.core.replica;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.membership.MemberEntry;
import io.synod.core.membership.Membership;
import io.synod.core.message.Join;
import io.synod.core.message.JoinReply;
import io.synod.core.message.MemberStatus;
import io.synod.core.recovery.Joining;
import io.synod.core.recovery.Recovered;
import io.synod.core.settings.Durability;

/**
 * The part of this replica in one membership, and the incarnation of each member that counts, as
 * far as this replica knows. Answers replicas that join with it; see docs/durability.md and
 * docs/membership.md. A new one is made for each membership.
 */
final class Roster {
  // A start adds 1. A number further ahead is an error or forged; if it were kept, the replica
  // could never join again.
  private static final long NUMBERS_AHEAD_MAX = 1L << 32;

  private final Step step;
  private final CurrentRole role;
  private final Slots slots;
  private final Recovered recovered;
  private final Durability durability;
  private final Membership membership;
  private final int self;

  // The last membership that this durable state has entered; -1 if it has never been a member.
  private long memberOf;

  // Whether nothing that this replica has promised or voted in this membership or a later one can
  // be lost, so that it may enter one as the incarnation that is listed there.
  private boolean whole;

  private Incarnation own;

  // Whether the durable state says that this replica is a member, and nothing has changed since.
  private boolean resumes;

  // Whether this process has seen the cluster form.
  private boolean formed;

  // Null until this replica is a member.
  private Incarnations incarnations;

  /** The part of a replica in a membership. */
  enum Standing {
    MEMBER,
    /** It is listed, and joins before it votes. */
    RECOVERING,
    /** Its number is not listed, or is another replica's by now. */
    STANDBY
  }

  /**
   * At the start.
   *
   * @param recovered the durable state of this replica, as storage has kept it
   * @param membership that of the first undecided slot
   */
  Roster(
      Step step,
      CurrentRole role,
      Slots slots,
      Recovered recovered,
      ReplicaSettings settings,
      Membership membership) {
    this.step = step;
    this.role = role;
    this.slots = slots;
    this.recovered = recovered;
    this.membership = membership;
    durability = settings.recovery().durability();
    self = settings.self();
    boolean isMember = recovered.isMember(durability);
    boolean isUnused = recovered.incarnations() == null && recovered.incompleteBecause() == null;
    whole = isMember || isUnused;
    boolean hasBeenMember = recovered.hasBeenMember(self);
    memberOf = hasBeenMember ? recovered.promised().membership() : -1;
    own = hasBeenMember ? recovered.incarnations().of(self) : new Incarnation(1, recovered.nonce());
    resumes = isMember;
  }

  private Roster(Roster before, ReplicaSettings settings, Membership membership) {
    this(before.step, before.role, before.slots, before.recovered, settings, membership);
    whole = before.whole;
    memberOf = before.memberOf;
    own = before.own;
    resumes = before.resumes;
  }

  /** The one for the membership that begins now. */
  Roster entering(ReplicaSettings settings) {
    return new Roster(this, settings, settings.membership());
  }

  long membership() {
    return membership.number();
  }

  /**
   * Whether this replica has been in a later membership, and does not know the decisions up to it
   * any more. Until it does it neither votes nor leads.
   */
  boolean isBehind() {
    return entered() > membership.number();
  }

  /** The latest membership that it had entered as one that is listed when it was started. */
  long entered() {
    return recovered.promised().membership();
  }

  /** The part of this replica in the membership, which it enters now, or has entered before. */
  Standing enter() {
    MemberEntry listed = membership.member(self);
    if (listed == null || isBehind()) {
      return Standing.STANDBY;
    }
    boolean hasEntered = entered() == membership.number();
    if (hasEntered && !resumes) {
      return Standing.RECOVERING;
    }
    if (hasEntered) {
      incarnations = recovered.incarnations();
      memberOf = membership.number();
      return Standing.MEMBER;
    }
    resumes = false;
    if (whole && isMeant(listed)) {
      incarnations = membership.incarnations().with(self, own);
      memberOf = membership.number();
      step.out().persist(new JournalRecord.Joined(incarnations, MemberStatus.MEMBER));
      return Standing.MEMBER;
    }
    boolean isAnothers =
        memberOf >= 0
            && memberOf < listed.since()
            && listed.incarnation().nonce() != recovered.nonce();
    if (isAnothers) {
      return Standing.STANDBY;
    }
    beginAnew(membership.incarnations());
    return Standing.RECOVERING;
  }

  /**
   * Whether the entry is of this incarnation. Its nonce may be of a directory in whose place this
   * one became a member: the leader had noted it while the cluster formed, or while it joined. Of
   * those with one number only one has become a member.
   */
  private boolean isMeant(MemberEntry listed) {
    boolean isMember = memberOf >= listed.since();
    return own.equals(listed.incarnation())
        || isMember && own.number() == listed.incarnation().number();
  }

  /**
   * Nothing counts that this replica has persisted before, not even decisions. So it joins before
   * it votes in any membership: then a snapshot must hold what it had decided.
   *
   * @param known with its own number if it has announced one
   */
  void beginAnew(Incarnations known) {
    whole = false;
    // From number 0 the next start knows that it has never been a member. A number that a member
    // has taken stays taken: that start may find itself in the membership in which it was.
    long least = memberOf < 0 ? 0 : own.number();
    boolean isOwn = known.of(self).nonce() == recovered.nonce();
    own = new Incarnation(isOwn ? Math.max(least, known.number(self)) : least, recovered.nonce());
    Incarnations next = known.with(self, own);
    step.out().persist(new JournalRecord.Joined(next, MemberStatus.RECOVERING));
  }

  /** Whether this durable state was a member of an earlier membership, and is not listed now. */
  boolean wasRemoved() {
    return memberOf >= 0 && !isBehind();
  }

  /** With which this replica would be added as a member; number 0 if it had to join first. */
  Incarnation own() {
    return whole ? own : new Incarnation(0, recovered.nonce());
  }

  Incarnations incarnations() {
    return incarnations;
  }

  /** The cluster forms with this process in it. */
  void forms() {
    formed = true;
  }

  boolean hasFormed() {
    return formed;
  }

  /** It is a member from now on. */
  void join(Incarnations joined) {
    incarnations = joined;
    own = joined.of(self);
    resumes = false;
    whole = true;
    memberOf = membership.number();
    if (durability.keepsVotes() || joined.number(self) == 1) {
      // Where votes are not kept, what was persisted when the incarnation was announced says it
      // all.
      step.out().persist(new JournalRecord.Joined(joined, MemberStatus.MEMBER));
    }
  }

  /** A replica asks to join; a member takes note of its incarnation before it answers. */
  void onPeerJoins(int peer, Incarnation incarnation) {
    if (!role.state().isMember()
        || incarnation.number() == 0
        || incarnation.number() < incarnations.number(peer)
        || incarnation.number() - incarnations.number(peer) > NUMBERS_AHEAD_MAX
        || incarnation.equals(incarnations.of(peer))) {
      return;
    }
    incarnations = incarnations.with(peer, incarnation);
    step.out().persist(new JournalRecord.Joined(incarnations, MemberStatus.MEMBER));
    step.out().observe(new ProtocolEvent.PeerJoins(peer, incarnation));
    role.state().onPeerJoins(incarnations);
  }

  /**
   * Peer {@code by} knows a later incarnation of this member. If this durable state has announced
   * it, in a run that ended before it joined, this replica takes the number after it and keeps its
   * promises and votes. If another process has announced it, that process may have promised and
   * voted since. Then this replica does nothing more as any incarnation, and must join again after
   * its next start.
   *
   * @return why the replica must halt; null if it need not
   */
  String overtake(int by, Incarnation known) {
    if (role.isHalted() || known.number() <= incarnations.number(self)) {
      return null;
    }
    if (known.nonce() == recovered.nonce()) {
      own = new Incarnation(known.number() + 1, recovered.nonce());
      incarnations = incarnations.with(self, own);
      step.out().persist(new JournalRecord.Joined(incarnations, MemberStatus.MEMBER));
      step.out().observe(new ProtocolEvent.Joined(incarnations.of(self)));
      return null;
    }
    Incarnations next = incarnations.with(self, new Incarnation(known.number(), recovered.nonce()));
    step.out().persist(new JournalRecord.Joined(next, MemberStatus.RECOVERING));
    step.out().observe(new ProtocolEvent.Replaced(by, known));
    return whyReplaced(known);
  }

  private String whyReplaced(Incarnation known) {
    return ("another process has become a member as replica %d, with another directory or none"
            + " (incarnation %d), so the votes of this directory are out of date; if no other"
            + " process runs as replica %d, start this one again: it recovers from the others")
        .formatted(self, known.number(), self);
  }

  /** Sends a member the incarnations that others know. */
  void sendIncarnations(int peer, Incarnation as, Incarnations known) {
    step.out().sendWhenDurable(ReplicaSet.of(peer), reply(as, known));
  }

  /**
   * Answers a replica that joins. One of another membership only learns which membership this is.
   * Its announcement is not noted here, so it must not take the answer for one to the announcement
   * with the same number that it may make in this membership.
   */
  void answer(int peer, Join asked) {
    boolean isHere = asked.membership() == membership.number();
    long nonce = asked.incarnation().nonce();
    Incarnation to = isHere ? asked.incarnation() : new Incarnation(0, nonce);
    Joining joining = joining();
    Incarnations known = incarnations == null ? membership.incarnations() : incarnations;
    if (joining != null) {
      joining.see(peer, nonce);
      known = joining.answer(peer);
    }
    step.out().sendWhenDurable(ReplicaSet.of(peer), reply(to, known));
  }

  private JoinReply reply(Incarnation to, Incarnations known) {
    Joining joining = joining();
    return new JoinReply(
        membership.number(),
        to,
        status(joining),
        known,
        slots.acceptor().promised(),
        role.leads(),
        role.state() instanceof Leader leader ? leader.end() : 0,
        slots.log().decided(),
        joining == null ? Origin.NONE : joining.origin());
  }

  private MemberStatus status(Joining joining) {
    if (joining != null) {
      return joining.status();
    }
    return role.state().isMember() ? MemberStatus.MEMBER : MemberStatus.RECOVERING;
  }

  /** Null if this replica does not join. */
  private Joining joining() {
    return role.state() instanceof RecoveringReplica recovering ? recovering.joining() : null;
  }

  /** For a replica that was restored although its cluster has formed. */
  String whyFormedBefore(int by) {
    return ("replica %d does not know this directory of replica %d: the cluster has formed before,"
            + " and a directory that was restored from a backup only forms a new one; empty the"
            + " directory, so that this replica fetches its state from the others")
        .formatted(by, self);
  }

  /** For a replica that was restored and is to begin as a standby. */
  String whyNoStandby() {
    return "its directory was restored from a backup, which may be another state than that of the"
        + " cluster it is to join; empty the directory, so that this replica fetches its state from"
        + " the others";
  }

  String whyHopeless() {
    String lost = recovered.incompleteBecause();
    if (lost == null) {
      lost =
          durability.keepsVotes()
              ? "its directory has no record of what it promised and voted"
              : "its votes are not kept on disk at durability " + durability;
    }
    return "this replica cannot recover: "
        + lost
        + ", and too few other members still have theirs; start the replicas that do. If these are"
        + " lost for good, keep every directory that is left, of replicas, learners and backups:"
        + " 'synod force-quorum' makes a new cluster of what they know. Only if there is none, empty"
        + " all directories and choose another cluster.name, so that learners and subscribers"
        + " notice: everything that was decided is then lost";
  }
}
