package io.synod.core.replica;

import io.synod.core.acceptor.Acceptor;
import io.synod.core.catchup.CatchUps;
import io.synod.core.check.Check;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.Effects;
import io.synod.core.effect.Fact;
import io.synod.core.election.ElectionSettings;
import io.synod.core.election.PromiseTally;
import io.synod.core.event.Event;
import io.synod.core.learner.Learner;
import io.synod.core.log.Log;
import io.synod.core.message.Vote;
import io.synod.core.pipeline.Pipeline;
import io.synod.core.pipeline.TakeOver;
import io.synod.core.relay.DirectBroadcast;
import io.synod.core.time.Deadline;
import io.synod.core.time.Jitter;

/**
 * One replica's protocol: same events in the same order give the same effects. Confined to one
 * thread; does no I/O, reads no clock. The roles:
 *
 * <pre>
 *   from       to         when
 *   FOLLOWER   CANVASSER  no leader heard of for one to two election timeouts
 *   CANVASSER  CANVASSER  not enough grants in time; after a back-off
 *   CANVASSER  CANDIDATE  enough would promise to elect it and then to decide
 *   CANDIDATE  LEADER     a Phase 1 quorum has promised and told its votes
 *   any other  FOLLOWER   a leader shows itself, a higher view is promised, or it gives up
 * </pre>
 */
public final class Replica {
  private final ReplicaSettings settings;
  private final ReplicaSet everyone;
  private final Log log = new Log();
  private final Acceptor acceptor;
  private final Learner learner;
  private final CatchUps catchUps;
  private final Jitter jitter;
  private final DirectBroadcast relay;
  private final Dispatch dispatch = new Dispatch(this);

  private RoleState role;
  private View highestSeen = View.NONE;

  // Of the step that runs.
  private Effects out;
  private long nowNanos;

  /**
   * @param seed of the random delays
   */
  public Replica(ReplicaSettings settings, long seed) {
    this.settings = settings;
    int replicas = settings.quorums().replicas();
    everyone = ReplicaSet.all(replicas);
    acceptor = new Acceptor(settings.self(), log, settings.catchUp().messageBytes());
    learner = new Learner(log, settings.backlogSlots(), settings.logBytes());
    catchUps = new CatchUps(settings.self(), replicas, log, settings.catchUp());
    jitter = new Jitter(seed);
    relay = new DirectBroadcast(replicas);
  }

  /** Before the first step. */
  public void start(long nowNanos, Effects out) {
    begin(nowNanos, out);
    role = new Follower(this, jitter.between(0, electionTimeoutNanos()));
    end();
  }

  /**
   * @param nowNanos a clock that does not go back
   */
  public void step(Event event, long nowNanos, Effects out) {
    begin(nowNanos, out);
    event.visit(dispatch);
    end();
  }

  /** When to step with a {@link Event.WakeUp} at the latest; {@link Deadline#NEVER} if never. */
  public long nextWakeUpNanos() {
    return Math.min(role.nextWakeUpNanos(), catchUps.nextWakeUpNanos());
  }

  private void begin(long nowNanos, Effects out) {
    this.nowNanos = nowNanos;
    this.out = out;
  }

  private void end() {
    View view = role.view();
    if (view != null && acceptor.promised().isAfter(view)) {
      role.superseded(acceptor.promised());
    }
    role.onDeadline();
    catchUps.update(log.decided() < learner.limit(), nowNanos);
    catchUps.onDeadline(nowNanos, out);
    role.onProgress();
    invariants();
    out = null;
  }

  private void invariants() {
    log.invariants();
    learner.invariants();
    role.invariants();
  }

  void see(View view) {
    highestSeen = view.isAfter(highestSeen) ? view : highestSeen;
  }

  void promise(View view) {
    acceptor.promise(view, out);
  }

  void peerDecided(int replica, long decided) {
    catchUps.onPeerDecided(replica, decided);
  }

  void decide(long slot, Batch batch) {
    learner.decide(slot, batch, out);
    role.onDecided(slot);
  }

  void becomeFollower(long patienceNanos) {
    role.leave();
    role = new Follower(this, patienceNanos);
    out.observe(new Fact.Following(acceptor.promised()));
  }

  void becomeCanvasser() {
    see(acceptor.promised());
    View view = highestSeen.next(settings.self());
    Check.that(
        role.role() == Role.FOLLOWER || role.role() == Role.CANVASSER,
        "a %s cannot canvass for %s",
        role.role(),
        view);
    role = new Canvasser(this, view);
  }

  void becomeCandidate(View view) {
    Check.that(role.role() == Role.CANVASSER, "a %s cannot prepare %s", role.role(), view);
    role = new Candidate(this, view);
  }

  void becomeLeader(PromiseTally tally) {
    Check.that(role.role() == Role.CANDIDATE, "a %s cannot lead %s", role.role(), tally.view());
    jitter.succeeded();
    long first = log.decided();
    role =
        new Leader(
            this, new TakeOver(tally.view(), first, tally.votes(first)), settings.readsMax());
  }

  void stepDown(String reason) {
    Check.that(role.role() == Role.LEADER, "a %s cannot step down: %s", role.role(), reason);
    out.observe(new Fact.SteppedDown(role.view(), reason));
    becomeFollower(patienceNanos());
  }

  /** How long a follower waits for a sign of its leader: one to two election timeouts. */
  long patienceNanos() {
    return jitter.between(electionTimeoutNanos(), 2 * electionTimeoutNanos());
  }

  long electionTimeoutNanos() {
    return settings.election().timeoutNanos();
  }

  ElectionSettings electionSettings() {
    return settings.election();
  }

  Pipeline pipeline(TakeOver takeOver) {
    return new Pipeline(settings.quorums().phase2(), settings.pipeline(), log, relay, takeOver);
  }

  Quorums quorums() {
    return settings.quorums();
  }

  ReplicaSet everyone() {
    return everyone;
  }

  Jitter jitter() {
    return jitter;
  }

  RoleState role() {
    return role;
  }

  Log log() {
    return log;
  }

  Acceptor acceptor() {
    return acceptor;
  }

  Learner learner() {
    return learner;
  }

  CatchUps catchUps() {
    return catchUps;
  }

  int self() {
    return settings.self();
  }

  Effects out() {
    return out;
  }

  long now() {
    return nowNanos;
  }

  long limit() {
    return learner.limit();
  }

  /** What this replica is doing about leadership. */
  public Role currentRole() {
    return role.role();
  }

  /** No vote will be given in a view before this one. */
  public View promised() {
    return acceptor.promised();
  }

  public boolean leads() {
    return role.role() == Role.LEADER;
  }

  /** The leader that this replica follows or is; -1 if it knows of none at {@code nowNanos}. */
  public int leader(long nowNanos) {
    this.nowNanos = nowNanos;
    return role.hearsLeader() ? acceptor.promised().leader() : -1;
  }

  /** Slots that this replica has open as a leader; 0 if it does not lead. */
  public int openSlots() {
    return role instanceof Leader leader ? leader.openSlots() : 0;
  }

  /** Every slot before this one is decided, as far as this replica knows. */
  public long decided() {
    return log.decided();
  }

  /** Every slot before this one was handed to the service. */
  public long delivered() {
    return learner.delivered();
  }

  /** The oldest slot that is still kept. */
  public long firstKept() {
    return log.first();
  }

  /** What is known of {@code slot}; null if nothing, or no longer. */
  public Vote voteAt(long slot) {
    return log.vote(slot);
  }
}
