package io.synod.core.replica;

import io.synod.core.acceptor.Acceptor;
import io.synod.core.catchup.CatchUps;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.election.ElectionDelays;
import io.synod.core.election.Vow;
import io.synod.core.learner.Learner;
import io.synod.core.log.Log;
import io.synod.core.log.LogReaders;
import io.synod.core.membership.MembershipLog;
import io.synod.core.read.QuorumReads;
import io.synod.core.recovery.Recovered;
import io.synod.core.relay.Relaying;
import io.synod.core.settings.Durability;
import io.synod.core.snapshot.SnapshotFetch;
import io.synod.core.snapshot.SnapshotTrigger;
import io.synod.core.subscription.Subscriptions;
import io.synod.core.time.BothClocks;
import io.synod.core.time.Jitter;
import io.synod.core.time.Timeouts;

/**
 * The parts of a replica. Those that depend on the members are made anew for each membership; the
 * others live as long as the replica. {@link Replica} owns them; {@link Transitions}, {@link
 * Dispatch} and {@link Member} take from them those that they, and the roles, use.
 */
final class Parts {
  final ReplicaSettings settings;
  final Recovered recovered;
  final Step step;
  final CurrentRole role;
  final MembershipLog memberships;
  final Slots slots;
  final Log log;
  final Acceptor acceptor;
  final Learner learner;
  final LogReaders readers;
  final CatchUps catchUps;
  final SnapshotTrigger trigger;
  final SnapshotFetch fetch;
  final Snapshots snapshots;
  final Jitter jitter;
  final ElectionDelays delays;
  final Timeouts timeouts;
  final Relaying relaying;
  final QuorumReads quorumReads;
  final Subscriptions subscriptions;
  final Roster roster;
  final Decisions decisions;
  final MissedDecisions missed;
  final DamagedSlots damage;
  final Obstacles obstacles;
  final StateDigests digests;
  final PriorityMoves priorities;
  final Vow vow;
  final BothClocks clocks;

  /** At the start. */
  Parts(ReplicaSettings given, Timeouts timeouts, Recovered recovered, long seed) {
    this.timeouts = timeouts;
    this.recovered = recovered;
    step = new Step();
    role = new CurrentRole();
    int self = given.self();
    int messageBytes = given.catchUp().messageBytes();
    Durability durability = given.recovery().durability();
    log = recovered.log(durability);
    recovered.giveUpBatches();
    memberships =
        new MembershipLog(recovered.memberships(given.membership()), recovered.snapshotEnd());
    learner = new Learner(log, given.learner(), memberships);
    settings = memberships.isFirst() ? given : given.in(memberships.current());
    acceptor = new Acceptor(self, log, recovered.promised(), messageBytes);
    slots = new Slots(log, acceptor, learner);
    int backlogSlots = settings.learner().backlogSlots();
    boolean hasJournal = durability.keepsVotes();
    ReplicaSet members = settings.quorums().members();
    readers = new LogReaders(log, settings.snapshot().patienceNanos());
    catchUps =
        new CatchUps(self, members, log, messageBytes, timeouts, backlogSlots, hasJournal, readers);
    trigger = new SnapshotTrigger(settings.snapshot(), recovered.snapshotEnd());
    fetch = new SnapshotFetch(settings.snapshot());
    snapshots = new Snapshots(step, slots, trigger, fetch, hasJournal, readers);
    jitter = new Jitter(seed);
    delays = new ElectionDelays(timeouts, jitter);
    relaying = relaying();
    clocks = new BothClocks();
    quorumReads = quorumReads(seed);
    subscriptions =
        new Subscriptions(log, messageBytes, settings.clients().subscriberBytes(), readers);
    roster = new Roster(step, role, slots, recovered, settings, settings.membership());
    // Of one that is alone nobody else has made the snapshot with which the log begins.
    long stoodIn = members.equals(ReplicaSet.of(self)) ? recovered.stoodInEnd() : log.ownFirst();
    decisions = new Decisions(step, role, slots, durability, stoodIn);
    missed =
        new MissedDecisions(
            step,
            role,
            slots,
            catchUps,
            fetch,
            decisions,
            timeouts,
            settings.snapshot().patienceNanos());
    damage = new DamagedSlots(step, log, fetch, recovered, settings);
    digests = new StateDigests(self, members);
    priorities = priorities();
    vow = new Vow(settings.election());
    obstacles = new Obstacles(slots, missed, damage, roster, settings);
  }

  /** In the membership that begins now. */
  private Parts(Parts before) {
    timeouts = before.timeouts;
    recovered = before.recovered;
    step = before.step;
    role = before.role;
    log = before.log;
    memberships = before.memberships;
    learner = before.learner;
    acceptor = before.acceptor;
    slots = before.slots;
    trigger = before.trigger;
    fetch = before.fetch;
    snapshots = before.snapshots;
    jitter = before.jitter;
    delays = before.delays;
    subscriptions = before.subscriptions;
    decisions = before.decisions;
    missed = before.missed;
    readers = before.readers;
    catchUps = before.catchUps;
    clocks = before.clocks;
    vow = before.vow;
    // The leader that it was given to has decided the last slot of that membership, and so has left
    // it; or that slot was decided in an earlier view.
    vow.release();
    settings = before.settings.in(memberships.current());
    ReplicaSet members = settings.quorums().members();
    catchUps.enter(members);
    relaying = relaying();
    quorumReads = quorumReads(jitter.between(0, Long.MAX_VALUE));
    roster = before.roster.entering(settings);
    damage = new DamagedSlots(step, log, fetch, recovered, settings);
    digests = new StateDigests(settings.self(), members);
    priorities = priorities();
    obstacles = before.obstacles.entering(damage, roster, settings);
  }

  /** The parts in the membership that begins now. */
  Parts entering() {
    return new Parts(this);
  }

  private PriorityMoves priorities() {
    ReplicaSet members = settings.quorums().members();
    return new PriorityMoves(settings.self(), members, settings.election().priorities());
  }

  private Relaying relaying() {
    return new Relaying(
        settings.self(),
        settings.quorums(),
        settings.relay().fitting(settings.quorums()),
        settings.pipeline().window(),
        settings.catchUp().messageBytes(),
        jitter);
  }

  private QuorumReads quorumReads(long draw) {
    return new QuorumReads(
        settings.membership().number(),
        settings.quorums(),
        settings.clients().readsMax(),
        settings.election().heartbeatNanos(),
        () -> 2 * timeouts.electionNanos(),
        clocks,
        draw);
  }
}
