package io.synod.core.replica;

import io.synod.core.check.Check;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.View;
import io.synod.core.effect.Effects;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.election.PromiseTally;
import io.synod.core.pipeline.Pipeline;
import io.synod.core.pipeline.TakeOver;
import io.synod.core.recovery.Joining;

/**
 * The changes of a replica's role, and the only code that changes it:
 *
 * <pre>
 *   from           to             when
 *   FOLLOWER       PRE_CANDIDATE  no message of a leader for one to two election timeouts
 *   PRE_CANDIDATE  PRE_CANDIDATE  not enough grants in time; after a back-off
 *   PRE_CANDIDATE  CANDIDATE      enough would promise to elect it and then to decide
 *   FOLLOWER       CANDIDATE      its leader has transferred the leadership to it
 *   CANDIDATE      LEADER         a Phase 1 quorum has promised and sent its votes
 *   RECOVERING     FOLLOWER       it has joined: it is a member
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
    if (parts.membership.remembers()) {
      parts.role.set(follower(parts.delays.firstPatienceNanos()));
      return;
    }
    ReplicaSettings settings = parts.settings;
    Joining joining = new Joining(settings.self(), settings.quorums(), parts.recovered);
    RecoveringReplica recovering =
        new RecoveringReplica(
            parts.step, this, parts.delays, parts.slots, parts.membership, joining, settings);
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
    parts.membership.join(joined);
    parts.acceptor.promise(view, out);
    out.observe(new ProtocolEvent.Joined(joined.of(parts.settings.self())));
    becomeFollower();
  }

  /** As after a sign of a leader: it waits one to two election timeouts for the next one. */
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
    long decided = parts.log.decided();
    parts.role.set(new PreCandidate(parts.step, this, parts.delays, quorums, view, decided));
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

  private void prepare(View view) {
    PromiseTally tally =
        new PromiseTally(view, parts.log.decided(), parts.membership.incarnations());
    Candidate candidate =
        new Candidate(
            parts.step,
            this,
            parts.delays,
            parts.settings.quorums(),
            parts.membership,
            parts.catchUps,
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
            settings.quorums().phase2(),
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
            parts.membership,
            tally.known(),
            settings,
            parts.timeouts,
            parts.priorities,
            parts.clocks));
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
