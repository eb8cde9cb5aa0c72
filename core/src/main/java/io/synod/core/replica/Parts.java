package io.synod.core.replica;

import io.synod.core.acceptor.Acceptor;
import io.synod.core.catchup.CatchUps;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.election.ClockComparison;
import io.synod.core.election.ElectionDelays;
import io.synod.core.election.Vow;
import io.synod.core.learner.Learner;
import io.synod.core.log.Log;
import io.synod.core.read.QuorumReads;
import io.synod.core.recovery.Recovered;
import io.synod.core.relay.Relaying;
import io.synod.core.settings.Durability;
import io.synod.core.snapshot.SnapshotFetch;
import io.synod.core.snapshot.SnapshotTrigger;
import io.synod.core.subscription.Subscriptions;
import io.synod.core.time.Jitter;
import io.synod.core.time.Timeouts;

/**
 * The parts of a replica, which live as long as the replica. {@link Replica} owns them; {@link
 * Transitions}, {@link Dispatch} and {@link Member} take from them those that they, and the roles,
 * use.
 */
final class Parts {
  final ReplicaSettings settings;
  final Recovered recovered;
  final Step step = new Step();
  final CurrentRole role = new CurrentRole();
  final Slots slots;
  final Log log;
  final Acceptor acceptor;
  final Learner learner;
  final CatchUps catchUps;
  final SnapshotTrigger trigger;
  final SnapshotFetch fetch;
  final Snapshots snapshots;
  final ElectionDelays delays;
  final Timeouts timeouts;
  final Relaying relaying;
  final QuorumReads quorumReads;
  final Subscriptions subscriptions;
  final Membership membership;
  final Decisions decisions;
  final MissedDecisions missed;
  final DamagedSlots damage;
  final Obstacles obstacles;
  final StateDigests digests;
  final PriorityMoves priorities;
  final Vow vow;
  final ClockComparison clocks;

  Parts(ReplicaSettings settings, Timeouts timeouts, Recovered recovered, long seed) {
    this.timeouts = timeouts;
    this.settings = settings;
    this.recovered = recovered;
    int self = settings.self();
    ReplicaSet members = settings.quorums().members();
    int messageBytes = settings.catchUp().messageBytes();
    Durability durability = settings.recovery().durability();
    log = recovered.log(durability);
    acceptor = new Acceptor(self, log, recovered.promised(), messageBytes);
    learner = new Learner(log, settings.learner());
    slots = new Slots(log, acceptor, learner);
    int backlogSlots = settings.learner().backlogSlots();
    boolean hasJournal = durability.keepsVotes();
    catchUps = new CatchUps(self, members, log, messageBytes, timeouts, backlogSlots, hasJournal);
    trigger = new SnapshotTrigger(settings.snapshot(), recovered.snapshotEnd());
    fetch = new SnapshotFetch(settings.snapshot());
    snapshots = new Snapshots(step, slots, trigger, fetch);
    Jitter jitter = new Jitter(seed);
    delays = new ElectionDelays(timeouts, jitter);
    relaying = relaying(settings, jitter);
    quorumReads = quorumReads(settings, timeouts, seed);
    subscriptions = new Subscriptions(log, messageBytes, settings.clients().subscriberBytes());
    membership = new Membership(step, role, slots, recovered, settings);
    decisions = new Decisions(step, role, slots, durability);
    missed = new MissedDecisions(step, role, slots, catchUps, fetch, decisions);
    damage = new DamagedSlots(step, log, fetch, recovered, settings);
    digests = new StateDigests(self, members);
    priorities = new PriorityMoves(self, members, settings.election().priorities());
    vow = new Vow(settings.election());
    clocks = new ClockComparison(settings.election());
    obstacles = new Obstacles(slots, fetch, damage, members.size() == 1);
  }

  private static Relaying relaying(ReplicaSettings settings, Jitter jitter) {
    return new Relaying(
        settings.self(),
        settings.quorums(),
        settings.relay(),
        settings.pipeline().window(),
        settings.catchUp().messageBytes(),
        jitter);
  }

  private static QuorumReads quorumReads(ReplicaSettings settings, Timeouts timeouts, long seed) {
    return new QuorumReads(
        settings.quorums(),
        settings.clients().readsMax(),
        settings.election().heartbeatNanos(),
        () -> 2 * timeouts.electionNanos(),
        seed);
  }
}
