package io.synod.core.replica;

import io.synod.core.acceptor.Acceptor;
import io.synod.core.catchup.CatchUps;
import io.synod.core.check.Check;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.Roster;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.Consistency;
import io.synod.core.effect.Effects;
import io.synod.core.effect.Fact;
import io.synod.core.election.ElectionDelays;
import io.synod.core.election.ElectionSettings;
import io.synod.core.election.PromiseTally;
import io.synod.core.event.Event;
import io.synod.core.learner.Learner;
import io.synod.core.learner.LearnerSettings;
import io.synod.core.log.Log;
import io.synod.core.message.Vote;
import io.synod.core.pipeline.Pipeline;
import io.synod.core.pipeline.TakeOver;
import io.synod.core.read.QuorumReads;
import io.synod.core.recovery.Durability;
import io.synod.core.recovery.Recovered;
import io.synod.core.relay.Relaying;
import io.synod.core.snapshot.SnapshotFetch;
import io.synod.core.snapshot.SnapshotTrigger;
import io.synod.core.subscription.Subscriptions;
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
 *   JOINER     FOLLOWER   its memory is whole
 *   any other  FOLLOWER   a leader shows itself, a higher view is promised, or it gives up
 * </pre>
 */
public final class Replica {
  private final ReplicaSettings settings;
  private final ReplicaSet everyone;
  private final Recovered recovered;
  private final Step step = new Step();
  private final CurrentRole role = new CurrentRole();
  private final Log log;
  private final Acceptor acceptor;
  private final Learner learner;
  private final CatchUps catchUps;
  private final SnapshotTrigger snapshots;
  private final SnapshotFetch fetch;
  private final ElectionDelays delays;
  private final Relaying relaying;
  private final QuorumReads quorumReads;
  private final Subscriptions subscriptions;
  private final Membership membership;
  private final Decisions decisions;
  private final MissedDecisions missed;
  private final DamagedSlots damage;
  private final Obstacles obstacles;
  private final Dispatch dispatch = new Dispatch(this);
  private View highestSeen = View.NONE;

  /**
   * @param recovered what storage has kept of this replica's memory
   * @param seed of the random delays
   */
  public Replica(ReplicaSettings settings, Recovered recovered, long seed) {
    this.settings = settings;
    this.recovered = recovered;
    Durability durability = settings.recovery().durability();
    int replicas = settings.quorums().replicas();
    everyone = ReplicaSet.all(replicas);
    log = recovered.log(durability);
    acceptor =
        new Acceptor(settings.self(), log, recovered.promised(), settings.catchUp().messageBytes());
    learner = new Learner(log, settings.learner());
    int backlogSlots = settings.learner().backlogSlots();
    catchUps =
        new CatchUps(
            settings.self(),
            replicas,
            log,
            settings.catchUp(),
            backlogSlots,
            durability.keepsVotes());
    snapshots = new SnapshotTrigger(settings.snapshot(), recovered.snapshotEnd());
    fetch = new SnapshotFetch(settings.snapshot());
    Jitter jitter = new Jitter(seed);
    delays = new ElectionDelays(settings.election().timeoutNanos(), jitter);
    relaying =
        new Relaying(
            settings.self(),
            settings.quorums(),
            settings.relay(),
            settings.pipeline().window(),
            settings.catchUp().messageBytes(),
            jitter);
    subscriptions =
        new Subscriptions(
            log, settings.catchUp().messageBytes(), settings.clients().subscriberBytes());
    quorumReads =
        new QuorumReads(
            settings.quorums(),
            settings.clients().readsMax(),
            settings.election().heartbeatNanos(),
            2 * settings.election().timeoutNanos(),
            seed);
    Slots slots = new Slots(log, acceptor, learner);
    membership = new Membership(step, role, slots, recovered, settings);
    decisions = new Decisions(step, role, slots, durability);
    missed = new MissedDecisions(step, role, slots, catchUps, fetch, decisions);
    damage = new DamagedSlots(step, log, fetch, recovered, settings);
    obstacles = new Obstacles(slots, fetch, damage, replicas == 1);
  }

  /** Before the first step. */
  public void start(long nowNanos, Effects out) {
    step.begin(nowNanos, out);
    snapshots.start(nowNanos);
    learner.start(out);
    if (membership.remembers()) {
      role.set(new Follower(this, delays.firstPatienceNanos()));
    } else {
      Joiner joiner = new Joiner(this, recovered);
      role.set(joiner);
      joiner.begin();
    }
    end();
  }

  /**
   * @param nowNanos a clock that does not go back
   */
  public void step(Event event, long nowNanos, Effects out) {
    step.begin(nowNanos, out);
    if (!role.isHalted()) {
      event.visit(dispatch);
    } else if (event instanceof Event.ReadRequested read) {
      out.refuseRead(read.ticket(), false);
    }
    end();
  }

  /** Refuses the reads that wait; nothing may be called after it. */
  public void end(long nowNanos, Effects out) {
    step.begin(nowNanos, out);
    role.state().leave();
    quorumReads.refuseAll(out);
  }

  /**
   * Sends what the steps since the last call have gathered for relays, as a relay and for
   * subscribers. To be called once no event is at hand; what was gathered waits until then.
   */
  public void endTurn(long nowNanos, Effects out) {
    step.begin(nowNanos, out);
    if (!role.isHalted()) {
      relaying.endTurn(nowNanos, out);
      RoleState state = role.state();
      subscriptions.tellAll(state.takesPart() && state.hearsLeader(), nowNanos, out);
    }
    step.end();
  }

  /** When to step with a {@link Event.WakeUp} at the latest; {@link Deadline#NEVER} if never. */
  public long nextWakeUpNanos() {
    if (role.isHalted()) {
      return Deadline.NEVER;
    }
    long ofRole = Math.min(role.state().nextWakeUpNanos(), damage.nextWakeUpNanos());
    long ofFetching = Math.min(catchUps.nextWakeUpNanos(), fetch.nextWakeUpNanos());
    long ofReadingAndRelaying = Math.min(quorumReads.nextWakeUpNanos(), relaying.nextWakeUpNanos());
    long ofSubscriptions = subscriptions.nextWakeUpNanos();
    long ofOwn = Math.min(Math.min(ofRole, ofSubscriptions), snapshots.nextWakeUpNanos());
    return Math.min(Math.min(ofOwn, ofFetching), ofReadingAndRelaying);
  }

  private void end() {
    if (!role.isHalted()) {
      settle();
    }
    step.end();
  }

  private void settle() {
    View view = role.state().view();
    if (view != null && acceptor.promised().isAfter(view)) {
      role.state().superseded(acceptor.promised());
    }
    String obstacle = obstacles.first();
    if (obstacle != null) {
      role.state().onObstacle(obstacle);
    }
    role.state().onDeadline();
    relaying.onDeadline(now(), out());
    missed.update();
    snapshots.update(learner.delivered(), learner.deliveredBytes(), now(), out());
    damage.update();
    role.state().onProgress();
    quorumReads.update(learner.delivered(), now(), out());
    decisions.persistIfDue();
    invariants();
  }

  /** Stops for good: from now on it sends, persists and serves nothing. */
  void halt(String reason) {
    if (leads()) {
      stepDown("it has been replaced");
    }
    role.halt();
    out().stop(reason);
  }

  boolean isHalted() {
    return role.isHalted();
  }

  private void invariants() {
    log.invariants();
    learner.invariants();
    quorumReads.invariants();
    role.state().invariants();
  }

  /** A read that any replica may serve, if its memory is whole. */
  void read(Object ticket, Consistency consistency) {
    if (!role.state().takesPart()) {
      out().refuseRead(ticket, false);
    } else if (consistency.kind() == Consistency.Kind.STALE) {
      out().serveRead(ticket);
    } else if (consistency.kind() == Consistency.Kind.BOUNDED) {
      quorumReads.addBounded(ticket, consistency.boundNanos(), now(), out());
    } else {
      quorumReads.add(ticket, now(), out());
    }
  }

  void see(View view) {
    highestSeen = view.isAfter(highestSeen) ? view : highestSeen;
  }

  void promise(View view) {
    acceptor.promise(view, out());
  }

  void peerDecided(int replica, long decided) {
    catchUps.onPeerDecided(replica, decided);
  }

  void decide(long slot, Batch batch) {
    decisions.decide(slot, batch);
  }

  MissedDecisions missed() {
    return missed;
  }

  Obstacles obstacles() {
    return obstacles;
  }

  /** The memory that this replica now relies on is whole, up to {@code view}. */
  void join(Roster joined, View view) {
    Role from = currentRole();
    Check.that(from == Role.JOINER, "a %s joins up to view %s", from, view);
    decisions.persistBeforeJoining();
    membership.join(joined);
    Effects out = out();
    acceptor.promise(view, out);
    out.observe(new Fact.Joined(joined.of(settings.self())));
    becomeFollower(patienceNanos());
  }

  void becomeFollower(long patienceNanos) {
    role.state().leave();
    role.set(new Follower(this, patienceNanos));
    out().observe(new Fact.Following(acceptor.promised()));
  }

  void becomeCanvasser() {
    see(acceptor.promised());
    View view = highestSeen.next(settings.self());
    Role from = currentRole();
    Check.that(
        from == Role.FOLLOWER || from == Role.CANVASSER, "a %s cannot canvass for %s", from, view);
    role.set(new Canvasser(this, view));
  }

  void becomeCandidate(View view) {
    Role from = currentRole();
    Check.that(from == Role.CANVASSER, "a %s cannot prepare %s", from, view);
    role.set(new Candidate(this, view));
  }

  void becomeLeader(PromiseTally tally) {
    Role from = currentRole();
    Check.that(from == Role.CANDIDATE, "a %s cannot lead %s", from, tally.view());
    delays.succeeded();
    long first = log.decided();
    TakeOver takeOver = new TakeOver(tally.view(), first, tally.votes(first));
    role.set(new Leader(this, takeOver, settings.clients().readsMax()));
  }

  void stepDown(String reason) {
    Role from = currentRole();
    Check.that(from == Role.LEADER, "a %s cannot step down: %s", from, reason);
    out().observe(new Fact.SteppedDown(role.state().view(), reason));
    becomeFollower(patienceNanos());
  }

  long patienceNanos() {
    return delays.patienceNanos();
  }

  long electionTimeoutNanos() {
    return delays.timeoutNanos();
  }

  ElectionSettings electionSettings() {
    return settings.election();
  }

  LearnerSettings learnerSettings() {
    return settings.learner();
  }

  Pipeline pipeline(TakeOver takeOver) {
    return new Pipeline(
        settings.quorums().phase2(), settings.pipeline(), log, relaying.dissemination(), takeOver);
  }

  QuorumReads quorumReads() {
    return quorumReads;
  }

  Subscriptions subscriptions() {
    return subscriptions;
  }

  Relaying relaying() {
    return relaying;
  }

  Quorums quorums() {
    return settings.quorums();
  }

  ReplicaSet everyone() {
    return everyone;
  }

  ElectionDelays delays() {
    return delays;
  }

  RoleState role() {
    return role.state();
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

  Membership membership() {
    return membership;
  }

  ReplicaSet others() {
    return everyone.without(ReplicaSet.of(settings.self()));
  }

  SnapshotTrigger snapshots() {
    return snapshots;
  }

  SnapshotFetch fetch() {
    return fetch;
  }

  long patienceForPeersNanos() {
    return settings.recovery().patienceNanos();
  }

  int self() {
    return settings.self();
  }

  Effects out() {
    return step.out();
  }

  long now() {
    return step.now();
  }

  long limit() {
    return learner.limit();
  }

  /** What this replica is doing about leadership. */
  public Role currentRole() {
    return role.state().role();
  }

  /** Of this replica's memory; 0 while it takes part in nothing. */
  public long epoch() {
    return role.state().takesPart() ? membership.roster().epoch(settings.self()) : 0;
  }

  /** Whether it does without votes and leadership because there is no space for them. */
  public boolean isStorageFull() {
    return acceptor.isFull();
  }

  /** Why this replica must not lead for now; null if it may. */
  public String obstacle() {
    return obstacles.first();
  }

  /** The first slot whose vote the disk has lost; -1 if there is none. */
  public long firstDamaged() {
    return log.hasDamage() ? log.firstDamaged() : -1;
  }

  /** Every slot before this one is in the newest snapshot on disk. */
  public long snapshotEnd() {
    return snapshots.storedEnd();
  }

  /** No vote will be given in a view before this one. */
  public View promised() {
    return acceptor.promised();
  }

  public boolean leads() {
    return role.leads();
  }

  /** The leader that this replica follows or is; -1 if it knows of none at {@code nowNanos}. */
  public int leader(long nowNanos) {
    step.begin(nowNanos, null);
    return role.state().hearsLeader() ? acceptor.promised().leader() : -1;
  }

  /** Who follows the log without voting, learners among them. */
  public int subscribers() {
    return subscriptions.size();
  }

  /** Slots that this replica has open as a leader; 0 if it does not lead. */
  public int openSlots() {
    return role.state() instanceof Leader leader ? leader.openSlots() : 0;
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
