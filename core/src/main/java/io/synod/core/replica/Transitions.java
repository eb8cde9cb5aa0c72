package io.synod.core.replica;

import io.synod.core.check.Check;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.Effects;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.election.PromiseTally;
import io.synod.core.membership.Membership;
import io.synod.core.message.Prepare;
import io.synod.core.pipeline.Pipeline;
import io.synod.core.pipeline.TakeOver;
import io.synod.core.version.ClusterVersion;
import io.synod.core.version.KnownVersions;
import io.synod.core.version.UpgradeEntry;
import java.util.Locale;

/**
 * The changes of a replica's role, and the only code that changes it:
 *
 * <pre>
 *   from           to             when
 *   FOLLOWER       PRE_CANDIDATE  no message of a leader for 1 to 5/4 election timeouts
 *   PRE_CANDIDATE  PRE_CANDIDATE  not enough grants in time; after a back-off
 *   PRE_CANDIDATE  CANDIDATE      enough would promise to elect it and then to decide
 *   FOLLOWER       CANDIDATE      its leader has transferred the leadership to it
 *   CANDIDATE      LEADER         a Phase 1 quorum has promised and sent its votes
 *   RECOVERING     FOLLOWER       it has joined: it is a member
 *   any            FOLLOWER       a membership begins in which it is listed as it is
 *   any            CANDIDATE      likewise, and it has led the last one to its end
 *   any            RECOVERING     a membership begins in which it is listed as another incarnation
 *   any            STANDBY        a membership begins in which it is not listed
 *   any other      FOLLOWER       a leader sends a message, a higher view is promised, or it gives up
 * </pre>
 *
 * Gives each role those parts of the replica that it uses.
 */
final class Transitions {
  private final Parts parts;
  private View highestSeen = View.NONE;

  Transitions(Parts parts) {
    this.parts = parts;
  }

  /** The first role. */
  void start() {
    Roster.Standing standing = parts.roster.enter();
    begin(standing);
    if (standing == Roster.Standing.MEMBER) {
      parts.role.set(follower(parts.delays.firstPatienceNanos()));
    }
    if (standing == Roster.Standing.STANDBY && parts.recovered.isRestored()) {
      halt(parts.roster.whyNoStandby());
    }
  }

  /**
   * The first role in the membership that begins now.
   *
   * @param leadsOn whether this replica has led the last membership to its end
   * @param lastLeader of the last membership
   */
  void enter(boolean leadsOn, int lastLeader) {
    parts.decisions.persistBeforeEntering();
    Roster.Standing standing = parts.roster.enter();
    begin(standing);
    if (standing != Roster.Standing.MEMBER) {
      return;
    }
    boolean isLeaderGone = !parts.settings.quorums().members().contains(lastLeader);
    parts.role.set(
        follower(isLeaderGone ? parts.delays.soonNanos() : parts.delays.patienceNanos()));
    if (leadsOn) {
      prepare(parts.acceptor.promised().next(parts.settings.self()));
    }
  }

  /** Promises the membership's first view, and becomes what is no member of it. */
  private void begin(Roster.Standing standing) {
    Effects out = parts.step.out();
    Membership membership = parts.settings.membership();
    if (membership.number() > 0) {
      promiseFirst(standing, View.first(membership.number()), out);
      String inWords = standing.name().toLowerCase(Locale.ROOT);
      out.observe(new ProtocolEvent.EnteredMembership(membership, inWords));
    }
    if (standing == Roster.Standing.STANDBY) {
      becomeStandby();
    } else if (standing == Roster.Standing.RECOVERING) {
      recover();
    }
  }

  /**
   * A standby does not record it: a durable promise says that this replica has entered the
   * membership as one that is listed.
   */
  private void promiseFirst(Roster.Standing standing, View first, Effects out) {
    if (standing == Roster.Standing.STANDBY) {
      parts.acceptor.follow(first);
    } else {
      parts.acceptor.promise(first, out);
    }
  }

  private void becomeStandby() {
    Standby standby =
        new Standby(
            parts.step,
            this,
            parts.slots,
            parts.missed,
            parts.settings,
            parts.timeouts,
            parts.roster);
    parts.role.set(standby);
  }

  private void recover() {
    ReplicaSettings settings = parts.settings;
    RecoveringReplica recovering =
        new RecoveringReplica(
            parts.step,
            this,
            parts.delays,
            parts.slots,
            parts.snapshots,
            parts.roster,
            parts.recovered,
            settings);
    parts.role.set(recovering);
    recovering.begin();
  }

  /** A peer has promised {@code view}: the next one to pre-vote for is after it. */
  void see(View view) {
    highestSeen = view.isAfter(highestSeen) ? view : highestSeen;
  }

  boolean isCurrent(RoleState state) {
    return parts.role.state() == state;
  }

  /** This replica becomes a member: its durable state is complete, up to {@code view}. */
  void join(Incarnations joined, View view) {
    Role from = from();
    Check.that(from == Role.RECOVERING, "a %s joins up to view %s", from, view);
    Effects out = parts.step.out();
    parts.decisions.persistBeforeJoining();
    // The promise first: a disk that keeps only one of the two records must not show a member that
    // has promised less than others rely on.
    parts.acceptor.promise(view, out);
    parts.roster.join(joined);
    out.observe(new ProtocolEvent.Joined(joined.of(parts.settings.self())));
    becomeFollower();
  }

  /** As after a sign of a leader: it waits 1 to 5/4 election timeouts for the next one. */
  Follower becomeFollower() {
    return becomeFollower(parts.delays.patienceNanos());
  }

  /**
   * @param patienceNanos how long it waits for a leader first
   */
  Follower becomeFollower(long patienceNanos) {
    parts.role.state().leave();
    Follower follower = follower(patienceNanos);
    parts.role.set(follower);
    parts.step.out().observe(new ProtocolEvent.Following(parts.acceptor.promised()));
    return follower;
  }

  void becomePreCandidate() {
    see(parts.acceptor.promised());
    View view = highestSeen.next(parts.settings.self());
    Role from = from();
    boolean legal = from == Role.FOLLOWER || from == Role.PRE_CANDIDATE;
    Check.that(legal, "a %s cannot pre-vote for %s", from, view);
    Quorums quorums = parts.settings.quorums();
    parts.role.set(new PreCandidate(parts.step, this, parts.delays, quorums, view, parts.log));
  }

  void becomeCandidate(View view) {
    Role from = from();
    Check.that(from == Role.PRE_CANDIDATE, "a %s cannot prepare %s", from, view);
    prepare(view);
  }

  /** The leader that it follows asks it to become leader, so it needs no pre-vote. */
  void takeOver() {
    Role from = from();
    Check.that(from == Role.FOLLOWER, "a %s takes over from %s", from, parts.acceptor.promised());
    see(parts.acceptor.promised());
    prepare(highestSeen.next(parts.settings.self()));
  }

  /**
   * This leader of {@code transferred} promises the next view of {@code target}, which it has asked
   * to lead, before the target's Prepare comes: that spares a round trip.
   *
   * @return whether it has promised; not if it would not promise it when the Prepare comes either
   */
  boolean promiseAhead(View transferred, int target) {
    Prepare prepare = new Prepare(transferred.next(target), parts.log.decided(), transferred);
    return !parts.vow.forbids(prepare.view(), transferred, parts.step.now())
        && parts.acceptor.onPrepare(target, prepare, parts.roster.incarnations(), parts.step.out());
  }

  private void prepare(View view) {
    PromiseTally tally = new PromiseTally(view, parts.log.decided(), parts.roster.incarnations());
    Candidate candidate =
        new Candidate(
            parts.step,
            this,
            parts.delays,
            parts.settings.quorums(),
            parts.roster,
            parts.catchUps,
            parts.missed,
            tally,
            transferred());
    parts.role.set(candidate);
    candidate.begin(parts.acceptor, parts.relaying.dissemination());
  }

  /** The view of the leader that has asked this follower to lead, where leases depend on it. */
  private View transferred() {
    boolean isAsked = from() == Role.FOLLOWER && parts.settings.election().lease().on();
    return isAsked ? parts.acceptor.promised() : View.NONE;
  }

  void becomeLeader(PromiseTally tally) {
    Role from = from();
    Check.that(from == Role.CANDIDATE, "a %s cannot lead %s", from, tally.view());
    parts.delays.succeeded();
    long first = parts.log.decided();
    TakeOver takeOver = new TakeOver(tally.view(), first, tally.votes(first));
    ReplicaSettings settings = parts.settings;
    Pipeline pipeline =
        new Pipeline(
            parts.memberships,
            settings.pipeline().window(),
            parts.timeouts,
            parts.log,
            parts.relaying.dissemination(),
            takeOver);
    parts.role.set(
        new Leader(
            parts.step,
            this,
            parts.slots,
            parts.decisions,
            pipeline,
            takeOver,
            parts.roster,
            tally.known(),
            settings,
            parts.timeouts,
            parts.priorities,
            parts.memberships,
            parts.catchUps,
            parts.clocks));
    if (first == 0 && takeOver.end() == 0 && founds(settings.known())) {
      Batch founding = UpgradeEntry.batch(settings.known().newest());
      pipeline.change(founding, parts.slots.learner().limit(), parts.step.now(), parts.step.out());
    }
  }

  /** Whether a replica that is no member is known to know more decisions than this one. */
  boolean isBehindOthers() {
    return parts.catchUps.isBehindOthers();
  }

  /**
   * Whether this leader of an empty log begins it with the newest version that it knows. One that
   * has not formed the cluster leads replicas that may run an older build.
   */
  private boolean founds(KnownVersions known) {
    boolean knowsFirst = known.knows(ClusterVersion.FIRST);
    boolean isNews = !known.newest().equals(ClusterVersion.FIRST);
    return isNews && (parts.roster.hasFormed() || !knowsFirst);
  }

  Follower stepDown(String reason) {
    Role from = from();
    Check.that(from == Role.LEADER, "a %s cannot step down: %s", from, reason);
    parts.step.out().observe(new ProtocolEvent.SteppedDown(parts.role.state().view(), reason));
    return becomeFollower();
  }

  /** Stops for good: from now on it sends, persists and serves nothing. */
  void halt(String reason) {
    if (parts.role.leads()) {
      stepDown("this replica stops");
    }
    parts.role.halt();
    parts.step.out().stop(reason);
  }

  private Role from() {
    return parts.role.state().role();
  }

  private Follower follower(long patienceNanos) {
    return new Follower(
        parts.step, this, parts.acceptor, parts.delays, parts.obstacles, patienceNanos);
  }
}
