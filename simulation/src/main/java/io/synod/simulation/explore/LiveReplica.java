package io.synod.simulation.explore;

import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.election.ElectionDelays;
import io.synod.core.event.Event;
import io.synod.core.membership.Membership;
import io.synod.core.message.Vote;
import io.synod.core.recovery.Recovered;
import io.synod.core.replica.Replica;
import io.synod.core.replica.Role;
import io.synod.core.time.Jitter;
import io.synod.simulation.check.Beginning;
import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.check.ReplicaState;
import io.synod.simulation.check.Violation;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * One real replica, its disk and its clock. The clock is fixed unless it is moved to the replica's
 * next deadline. Random delays are minimal in each step and maximal at a start. So a replica's next
 * step does not depend on the number of earlier draws.
 */
final class LiveReplica {
  // More than the draws of one step.
  private static final int DRAWS = 4;
  private static final long SHORTEST = seedThatDraws(0);
  private static final long LONGEST = seedThatDraws(3);
  private static final Object OPERATOR = "operator";
  private static final Field PARTS = StateHash.field(Replica.class, "parts");
  private static final Field DELAYS = StateHash.field(PARTS.getType(), "delays");
  private static final Field JITTER = StateHash.field(ElectionDelays.class, "jitter");

  private final int self;
  private final Model model;
  private final ClusterChecks checks;
  private final Journal journal;
  private final LiveEffects effects;
  private Replica replica;
  private Recovered recovered;
  private long nowNanos;

  /**
   * @param network receives the messages
   */
  LiveReplica(int self, Model model, ClusterChecks checks, IntConsumer network) {
    this.self = self;
    this.model = model;
    this.checks = checks;
    journal = new Journal(self, model, checks, network);
    effects = new LiveEffects(self, model, checks, journal, network);
    start();
  }

  private void start() {
    checks.executions().begins(self);
    recovered = journal.recovered();
    nowNanos = 0;
    replica = new Replica(model.settings(self), recovered, LONGEST);
    boolean member = recovered.isMember(model.settings(self).recovery().durability());
    Beginning beginning =
        new Beginning(
            member,
            true,
            recovered.promised(),
            0,
            Long.MAX_VALUE,
            Set.of(),
            journal.isMember() ? Beginning.Memory.WHOLE : Beginning.Memory.NONE);
    checks.begins(self, beginning, replica::voteAt);
    effects.begin();
    replica.start(nowNanos, effects);
    stepped();
  }

  void receive(Envelope envelope) {
    checks.receives(self, envelope.from(), 0);
    step(new Event.Received(envelope.from(), envelope.message()));
  }

  /** The clock moves on to the next deadline. */
  void timer() {
    nowNanos = Math.max(nowNanos, replica.nextWakeUpNanos());
    step(Event.WakeUp.INSTANCE);
  }

  void leaderLost() {
    step(new Event.PeerDisconnected(replica.promised().leader()));
  }

  void propose(int request) {
    Batch batch = model.batch(request);
    effects.proposes(batch);
    step(new Event.Proposed(replica.promised(), batch));
  }

  void change() {
    step(new Event.MembershipAsked(OPERATOR, model.change()));
  }

  void flush(int facts) {
    journal.flush(facts);
  }

  /** Crashes, with {@code survivors} of the pending records kept, and starts a new process. */
  void restart(int survivors) {
    journal.crash(survivors);
    start();
  }

  private void step(Event event) {
    fixDelays();
    replica.step(event, nowNanos, effects);
    stepped();
  }

  /** Delivered slots are executed at once. */
  private void stepped() {
    if (replica.delivered() > checks.executions().executed(self)) {
      effects.execute();
      fixDelays();
      replica.step(new Event.Executed(replica.delivered()), nowNanos, effects);
    }
    checks.stepped(self, state(), 0);
    checkFence();
    effects.checkReports(this::isDecided);
  }

  /** A leader that knows a change has opened all slots before the next membership. */
  private void checkFence() {
    Membership next = replica.memberships().next();
    if (!replica.leads() || next == null) {
      return;
    }
    long undecided = 0;
    for (long slot = replica.decided(); slot < next.first(); slot++) {
      Vote vote = replica.voteAt(slot);
      undecided += vote != null && vote.decided() ? 0 : 1;
    }
    if (replica.openSlots() != undecided) {
      throw new Violation(
          "leader %d has %d slots open; of those before the next membership's slot %d, %d are"
              + " undecided",
          self, replica.openSlots(), next.first(), undecided);
    }
  }

  private boolean isDecided(Batch batch) {
    for (long slot = 0; slot < replica.decided() + model.openSlots(); slot++) {
      Vote vote = replica.voteAt(slot);
      if (vote != null && vote.decided() && vote.batch().equals(batch)) {
        return true;
      }
    }
    return false;
  }

  private ReplicaState state() {
    return new ReplicaState(
        replica.leads(),
        replica.promised(),
        replica.decided(),
        replica.delivered(),
        replica.firstKept(),
        replica.openSlots());
  }

  private void fixDelays() {
    try {
      JITTER.set(DELAYS.get(PARTS.get(replica)), new Jitter(SHORTEST));
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Every delay is drawn from 1, 2 or 4 moments; the lowest bits of the random number choose. */
  private static long seedThatDraws(long chosen) {
    for (long seed = 0; ; seed++) {
      Jitter jitter = new Jitter(seed);
      int fitting = 0;
      while (fitting < DRAWS && jitter.between(0, 4) == chosen) {
        fitting++;
      }
      if (fitting == DRAWS) {
        return seed;
      }
    }
  }

  Journal journal() {
    return journal;
  }

  Replica replica() {
    return replica;
  }

  long nowNanos() {
    return nowNanos;
  }

  /** Whether its batcher may close a batch. */
  boolean canPropose() {
    return replica.leads() && effects.proposing() < model.bound().window();
  }

  /** Whether an operator may ask it for the change; it would have to replace itself otherwise. */
  boolean canChange() {
    return replica.leads() && self != model.replaced();
  }

  /** Whether there is a deadline that its clock can reach. */
  boolean hasTimer() {
    return replica.nextWakeUpNanos() < nowNanos + StateHash.HORIZON_NANOS;
  }

  /** Whether it follows another replica and is connected to it. */
  boolean hasLiveLeader() {
    int leader = replica.leader(nowNanos);
    return replica.currentRole() == Role.FOLLOWER && leader >= 0 && leader != self;
  }

  /** Its batcher's counters in this leadership: batches, undecided ones, decided ones. */
  List<Object> reports() {
    return effects.reports();
  }

  /** The view for which it pre-votes, or that it prepares or leads; null if there is none. */
  View worksFor() {
    return switch (replica.currentRole()) {
      case PRE_CANDIDATE -> effects.preVotedFor();
      case CANDIDATE, LEADER -> replica.promised();
      default -> null;
    };
  }

  /** That of the view that its process had promised when it started. */
  long recoveredMembership() {
    return recovered.promised().membership();
  }

  /** With which its process started; null if it had never been a member. */
  Incarnations recoveredIncarnations() {
    return recovered.incarnations();
  }

  /** The last view that any of its processes has led; null if none. */
  View led() {
    return effects.led();
  }
}
