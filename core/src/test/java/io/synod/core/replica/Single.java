package io.synod.core.replica;

import io.synod.core.cluster.View;
import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.Message;
import io.synod.core.message.PreVote;
import io.synod.core.message.PreVoteReply;
import io.synod.core.message.Promise;
import io.synod.core.recovery.Recovered;
import io.synod.core.testing.Batches;
import io.synod.core.testing.RecordedEffects;
import io.synod.core.testing.Settings;
import io.synod.core.time.Timeouts;
import java.util.List;

/** Replica 0 alone with its recorded effects; the test plays its peers, its disk and its clock. */
final class Single {
  final RecordedEffects out = new RecordedEffects();
  final Replica replica;
  private long nowNanos = 1_000 * Settings.MILLI;

  private final Settings settings;

  Single(Settings settings) {
    this(settings, settings.member(0));
  }

  /** Of what storage has kept. */
  Single(Settings settings, Recovered recovered) {
    this(settings, settings.replica(0).timeouts(), recovered);
  }

  /** Whose waits {@code timeouts} decide. */
  Single(Settings settings, Timeouts timeouts) {
    this(settings, timeouts, settings.member(0));
  }

  private Single(Settings settings, Timeouts timeouts, Recovered recovered) {
    this.settings = settings;
    replica = new Replica(settings.replica(0), timeouts, recovered, 1);
    replica.start(nowNanos, out);
  }

  Single receive(int from, Message message) {
    return step(new Event.Received(from, message));
  }

  Single step(Event event) {
    replica.step(event, nowNanos, out);
    return this;
  }

  Single endCycle() {
    replica.endCycle(nowNanos, out);
    return this;
  }

  /** Time passes for a replica that wakes up for every heartbeat. */
  Single passAwake(long nanos) {
    long left = nanos;
    for (; left > Settings.HEARTBEAT_NANOS; left -= Settings.HEARTBEAT_NANOS) {
      pass(Settings.HEARTBEAT_NANOS);
    }
    return pass(left);
  }

  /** Lets time pass without waking the replica before its end. */
  Single pass(long nanos) {
    nowNanos += nanos;
    return step(Event.WakeUp.INSTANCE);
  }

  /** Wakes the replica exactly when it wants to be. */
  Single wake() {
    nowNanos = replica.nextWakeUpNanos();
    return step(Event.WakeUp.INSTANCE);
  }

  long nowNanos() {
    return nowNanos;
  }

  /** Lets the election timeout pass; returns the view that is pre-voted. */
  View preVote() {
    out.clear();
    wake();
    List<PreVote> preVotes = out.sent(PreVote.class);
    return preVotes.get(preVotes.size() - 1).view();
  }

  /** Pre-votes and is granted the view by the first {@code granters} replicas, itself included. */
  View candidate(int granters) {
    View view = preVote();
    for (int from = 0; from < granters; from++) {
      receive(from, new PreVoteReply(view, true, View.NONE));
    }
    return view;
  }

  /** Becomes leader by empty promises of the first {@code promisers} replicas. */
  View lead(int promisers) {
    View view = candidate(promisers);
    for (int from = 0; from < promisers; from++) {
      receive(
          from,
          new Promise(
              view,
              replica.decided(),
              replica.decided(),
              0,
              List.of(),
              Settings.incarnations(settings.replicas())));
    }
    return view;
  }

  Single heartbeat(View view, long decided) {
    return receive(view.leader(), new Heartbeat(view, decided, 0, 0, 1));
  }

  Single accept(View view, long slot, String text) {
    return receive(view.leader(), new Accept(view, slot, 0, Batches.batch(text)));
  }

  Single ack(int from, View view, long round) {
    return receive(from, new HeartbeatAck(view, round, 0, 0, 0));
  }
}
