package io.synod.benchmarks.micro;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.learner.LearnerSettings;
import io.synod.core.membership.Membership;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.MemberStatus;
import io.synod.core.message.Message;
import io.synod.core.message.PreVote;
import io.synod.core.message.PreVoteReply;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.recovery.Recovered;
import io.synod.core.recovery.RecoverySettings;
import io.synod.core.replica.ClientBounds;
import io.synod.core.replica.Replica;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.settings.CatchUpSettings;
import io.synod.core.settings.Durability;
import io.synod.core.settings.ElectionSettings;
import io.synod.core.settings.PipelineSettings;
import io.synod.core.settings.RelaySettings;
import io.synod.core.settings.StandbySettings;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.version.KnownVersions;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Replica 0 of three, whose peer 1 agrees to everything at once and whose service executes at once;
 * peer 2 is silent. Time goes on by a microsecond with each step.
 */
final class LoneReplica extends CountedEffects {
  private static final long MILLIS = 1_000_000;
  private static final long STEP_NANOS = 1_000;
  private static final int PEER = 1;
  private static final ReplicaSet VOTE = ReplicaSet.of(PEER);
  private static final int WINDOW = 8;
  private static final int BACKLOG = 64;

  private final Replica replica;
  private final ArrayDeque<Event> events = new ArrayDeque<>();
  private long nowNanos;
  private long delivered;

  LoneReplica() {
    replica =
        new Replica(
            new ReplicaSettings(
                0,
                Membership.of(Quorums.majority(3), WINDOW),
                new StandbySettings("", "", 1, StandbySettings.FOREVER),
                new ElectionSettings(300 * MILLIS, 50 * MILLIS),
                new PipelineSettings(WINDOW, 200 * MILLIS),
                RelaySettings.DIRECT,
                new CatchUpSettings(1 << 20, 100 * MILLIS),
                new LearnerSettings(BACKLOG, 8 << 20, 0),
                new RecoverySettings(Durability.SYNC, MILLIS),
                new SnapshotSettings(
                    SnapshotSettings.NEVER,
                    SnapshotSettings.NEVER,
                    SnapshotSettings.NEVER,
                    1,
                    1,
                    1),
                new ClientBounds(100, 1 << 20),
                KnownVersions.FIRST),
            member(),
            1);
    replica.start(nowNanos, this);
  }

  /** Of a cluster that has formed. */
  private static Recovered member() {
    Recovered recovered = Recovered.nothing(0);
    recovered.onJoined(new JournalRecord.Joined(incarnations(), MemberStatus.MEMBER));
    return recovered;
  }

  private static Incarnations incarnations() {
    Incarnations incarnations = Incarnations.unknown(ReplicaSet.all(3));
    for (int replica = 0; replica < 3; replica++) {
      incarnations = incarnations.with(replica, new Incarnation(1, replica));
    }
    return incarnations;
  }

  /** Lets time go by until this replica leads. */
  View lead() {
    while (!replica.leads()) {
      nowNanos = replica.nextWakeUpNanos();
      step(Event.WakeUp.INSTANCE);
    }
    return replica.promised();
  }

  /** Steps, and through all that follows from it. */
  void step(Event event) {
    for (Event next = event; next != null; next = events.poll()) {
      nowNanos += STEP_NANOS;
      replica.step(next, nowNanos, this);
    }
  }

  /** Slots that the service was given. */
  long delivered() {
    return delivered;
  }

  @Override
  public void send(ReplicaSet to, Message message) {
    if (to.contains(0)) {
      events.add(new Event.Received(0, message));
    }
    if (to.contains(PEER)) {
      Message answer = answer(message);
      if (answer != null) {
        events.add(new Event.Received(PEER, answer));
      }
    }
  }

  private static Message answer(Message message) {
    if (message instanceof Accept accept) {
      return new Accepted(accept.view(), accept.slot(), VOTE);
    }
    if (message instanceof Heartbeat sent) {
      return new HeartbeatAck(sent.view(), sent.round(), sent.decided(), sent.decided(), 0);
    }
    if (message instanceof PreVote preVote) {
      return new PreVoteReply(preVote.view(), true, View.NONE);
    }
    if (message instanceof Prepare prepare) {
      long first = prepare.first();
      return new Promise(prepare.view(), first, first, first, List.of(), incarnations());
    }
    return null;
  }

  @Override
  public void sendWhenDurable(ReplicaSet to, Message message) {
    send(to, message);
  }

  @Override
  public void sendHeartbeat(ReplicaSet to, Message message) {
    send(to, message);
  }

  @Override
  public void deliver(long slot, Batch batch) {
    delivered = slot + 1;
    events.add(new Event.Executed(delivered));
  }

  @Override
  public void observe(ProtocolEvent event) {
    // Nobody watches.
  }
}
