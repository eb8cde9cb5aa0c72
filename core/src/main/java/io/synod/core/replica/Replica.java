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
import io.synod.core.effect.Persisted;
import io.synod.core.election.ElectionSettings;
import io.synod.core.election.PromiseTally;
import io.synod.core.event.Event;
import io.synod.core.learner.Learner;
import io.synod.core.learner.LearnerSettings;
import io.synod.core.log.Log;
import io.synod.core.message.CatchUp;
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
  private static final int DECISIONS_BETWEEN_RECORDS = 16;

  private final ReplicaSettings settings;
  private final ReplicaSet everyone;
  private final Recovered recovered;
  private final Durability durability;
  private final Log log;
  private final Acceptor acceptor;
  private final Learner learner;
  private final CatchUps catchUps;
  private final SnapshotTrigger snapshots;
  private final SnapshotFetch fetch;
  private final Jitter jitter;
  private final Relaying relaying;
  private final QuorumReads quorumReads;
  private final Subscriptions subscriptions;
  private final Membership membership;
  private final Obstacles obstacles = new Obstacles(this);
  private final Dispatch dispatch = new Dispatch(this);

  private RoleState role;
  private boolean halted;
  private View highestSeen = View.NONE;
  private long decidedPersisted;

  /** Stops this replica. Runs: while a slot is damaged that the peers should know. */
  private final Deadline repair = new Deadline();

  // Of the step that runs.
  private Effects out;
  private long nowNanos;

  /**
   * @param recovered what storage has kept of this replica's memory
   * @param seed of the random delays
   */
  public Replica(ReplicaSettings settings, Recovered recovered, long seed) {
    this.settings = settings;
    this.recovered = recovered;
    durability = settings.recovery().durability();
    int replicas = settings.quorums().replicas();
    everyone = ReplicaSet.all(replicas);
    membership = new Membership(this, recovered, durability);
    log = recovered.log(durability);
    decidedPersisted = log.decided();
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
    jitter = new Jitter(seed);
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
  }

  /** Before the first step. */
  public void start(long nowNanos, Effects out) {
    begin(nowNanos, out);
    snapshots.start(nowNanos);
    learner.start(out);
    if (membership.remembers()) {
      role = new Follower(this, jitter.between(0, electionTimeoutNanos()));
    } else {
      Joiner joiner = new Joiner(this, recovered);
      role = joiner;
      joiner.begin();
    }
    end();
  }

  /**
   * @param nowNanos a clock that does not go back
   */
  public void step(Event event, long nowNanos, Effects out) {
    begin(nowNanos, out);
    if (!halted) {
      event.visit(dispatch);
    } else if (event instanceof Event.ReadRequested read) {
      out.refuseRead(read.ticket(), false);
    }
    end();
  }

  /** Refuses the reads that wait; nothing may be called after it. */
  public void end(long nowNanos, Effects out) {
    begin(nowNanos, out);
    role.leave();
    quorumReads.refuseAll(out);
  }

  /**
   * Sends what the steps since the last call have gathered for relays, as a relay and for
   * subscribers. To be called once no event is at hand; what was gathered waits until then.
   */
  public void endTurn(long nowNanos, Effects out) {
    this.nowNanos = nowNanos;
    if (halted) {
      return;
    }
    relaying.endTurn(nowNanos, out);
    subscriptions.tellAll(role.takesPart() && role.hearsLeader(), nowNanos, out);
  }

  /** When to step with a {@link Event.WakeUp} at the latest; {@link Deadline#NEVER} if never. */
  public long nextWakeUpNanos() {
    if (halted) {
      return Deadline.NEVER;
    }
    long ofRole = Math.min(role.nextWakeUpNanos(), repair.atNanos());
    long ofFetching = Math.min(catchUps.nextWakeUpNanos(), fetch.nextWakeUpNanos());
    long ofReadingAndRelaying = Math.min(quorumReads.nextWakeUpNanos(), relaying.nextWakeUpNanos());
    long ofSubscriptions = subscriptions.nextWakeUpNanos();
    long ofOwn = Math.min(Math.min(ofRole, ofSubscriptions), snapshots.nextWakeUpNanos());
    return Math.min(Math.min(ofOwn, ofFetching), ofReadingAndRelaying);
  }

  private void begin(long nowNanos, Effects out) {
    this.nowNanos = nowNanos;
    this.out = out;
  }

  private void end() {
    if (!halted) {
      settle();
    }
    out = null;
  }

  private void settle() {
    View view = role.view();
    if (view != null && acceptor.promised().isAfter(view)) {
      role.superseded(acceptor.promised());
    }
    String obstacle = obstacles.first();
    if (obstacle != null) {
      role.onObstacle(obstacle);
    }
    role.onDeadline();
    relaying.onDeadline(nowNanos, out);
    catchUp();
    snapshots.update(learner.delivered(), learner.deliveredBytes(), nowNanos, out);
    repair();
    role.onProgress();
    quorumReads.update(learner.delivered(), nowNanos, out);
    persistDecided();
    invariants();
  }

  /** Stops for good: from now on it sends, persists and serves nothing. */
  void halt(String reason) {
    if (leads()) {
      stepDown("it has been replaced");
    }
    halted = true;
    out.stop(reason);
  }

  boolean isHalted() {
    return halted;
  }

  private void catchUp() {
    catchUps.update(room(), nowNanos, out);
    catchUps.onDeadline(nowNanos, out);
    int keeper = catchUps.snapshotPeer();
    if (keeper != CatchUps.NOBODY && hasRoom()) {
      fetch.begin(keeper, log.decided(), nowNanos, out);
      catchUps.onFetching();
    }
    fetch.onDeadline(nowNanos, out);
  }

  private void repair() {
    if (!log.hasDamage()) {
      repair.clear();
    } else if (!repair.isSet() || fetch.isActive()) {
      // As long as a peer sends its snapshot there is hope, however large that is.
      repair.set(nowNanos + patienceForPeersNanos());
    } else if (repair.hasPassed(nowNanos)) {
      repair.set(nowNanos + patienceForPeersNanos());
      long slot = log.firstDamaged();
      out.stop(
          "the vote for slot %d is damaged on disk (%s), and no peer has told what was decided there"
              .formatted(slot, recovered.place(slot)));
    }
  }

  /** Not each decision: what was decided last is found again from the votes. */
  private void persistDecided() {
    boolean due = log.decided() >= decidedPersisted + DECISIONS_BETWEEN_RECORDS;
    if (due && durability.keepsVotes() && !acceptor.isFull()) {
      recordDecided();
    }
  }

  private void recordDecided() {
    decidedPersisted = log.decided();
    out.persist(new Persisted.DecidedUpTo(log.decided()));
  }

  private void invariants() {
    log.invariants();
    learner.invariants();
    quorumReads.invariants();
    role.invariants();
  }

  /** A read that any replica may serve, if its memory is whole. */
  void read(Object ticket, Consistency consistency) {
    if (!role.takesPart()) {
      out.refuseRead(ticket, false);
    } else if (consistency.kind() == Consistency.Kind.STALE) {
      out.serveRead(ticket);
    } else if (consistency.kind() == Consistency.Kind.BOUNDED) {
      quorumReads.addBounded(ticket, consistency.boundNanos(), nowNanos, out);
    } else {
      quorumReads.add(ticket, nowNanos, out);
    }
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
    boolean damaged = log.isDamaged(slot);
    if (slot >= log.first() && !log.isDecided(slot) && !batch.equals(log.batch(slot))) {
      out.persist(new Persisted.Learnt(slot, batch));
    }
    learner.decide(slot, batch, out);
    if (damaged) {
      out.observe(new Fact.Repaired(slot));
    }
    role.onDecided(slot);
  }

  Obstacles obstacles() {
    return obstacles;
  }

  /**
   * Asks all others for the decision of a damaged slot. No leader is there to tell what is decided,
   * and while enough replicas are damaged there will be none.
   */
  void askForRepair() {
    if (log.hasDamage()) {
      out.send(others(), new CatchUp(log.decided()));
    }
  }

  /** Whether more decisions could be kept. */
  boolean hasRoom() {
    return room() > 0;
  }

  /** So many more decisions could be kept. */
  long room() {
    boolean keeps =
        role.learns() && !acceptor.isFull() && !fetch.isActive() && !learner.isRestoring();
    return keeps ? Math.max(0, learner.limit() - log.decided()) : 0;
  }

  /** The memory that this replica now relies on is whole, up to {@code view}. */
  void join(Roster joined, View view) {
    Check.that(role.role() == Role.JOINER, "a %s joins up to view %s", role.role(), view);
    if (durability.keepsVotes() && log.decided() > 0) {
      // Before it counts as a member: else nothing would miss the snapshots that have told this.
      recordDecided();
    }
    membership.join(joined);
    acceptor.promise(view, out);
    out.observe(new Fact.Joined(joined.of(settings.self())));
    becomeFollower(patienceNanos());
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
            this,
            new TakeOver(tally.view(), first, tally.votes(first)),
            settings.clients().readsMax());
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

  /** Of this replica's memory; 0 while it takes part in nothing. */
  public long epoch() {
    return role.takesPart() ? membership.roster().epoch(settings.self()) : 0;
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
    return role.role() == Role.LEADER;
  }

  /** The leader that this replica follows or is; -1 if it knows of none at {@code nowNanos}. */
  public int leader(long nowNanos) {
    this.nowNanos = nowNanos;
    return role.hearsLeader() ? acceptor.promised().leader() : -1;
  }

  /** Who follows the log without voting, learners among them. */
  public int subscribers() {
    return subscriptions.size();
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
