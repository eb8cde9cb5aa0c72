package io.synod.simulation.explore;

import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.check.Violation;
import java.util.BitSet;

/**
 * Real replicas and the messages between them, brought to a state by a sequence of choices. Every
 * effect is checked.
 */
final class LiveCluster {
  private final Model model;
  private final Witness witness;
  private final ClusterChecks checks;
  private final LiveReplica[] replicas;
  private final BitSet inFlight = new BitSet();
  private final BitSet sent = new BitSet();
  private int crashesLeft;

  /** Observes the events of each replica. */
  interface Witness {
    Witness NONE =
        new Witness() {
          @Override
          public void before(int replica, LiveReplica live) {}

          @Override
          public void after(int replica, LiveReplica live, int event, BitSet sent) {}
        };

    void before(int replica, LiveReplica live);

    /**
     * @param event as a choice, without its replica
     * @param sent messages that have left
     */
    void after(int replica, LiveReplica live, int event, BitSet sent);
  }

  /** Brings the cluster to the start of the model's bound. */
  LiveCluster(Model model, Witness witness) {
    this.model = model;
    this.witness = witness;
    checks = model.checks();
    crashesLeft = model.bound().crashes();
    replicas = new LiveReplica[model.replicas()];
    for (int replica = 0; replica < replicas.length; replica++) {
      replicas[replica] = new LiveReplica(replica, model, checks, sent::set);
    }
  }

  LiveReplica replica(int replica) {
    return replicas[replica];
  }

  BitSet inFlight() {
    return inFlight;
  }

  /**
   * @param packed a {@link Choice}
   * @throws RuntimeException if the replicas violate a check
   */
  void apply(int packed) {
    Choice choice = Choice.unpack(packed);
    switch (choice.kind()) {
      case DELIVER, DELIVER_COPY, RELEASE, RELEASE_COPY -> deliver(choice);
      case RESTART -> restart(choice);
      default -> local(choice.replica(), choice.kind(), choice.argument());
    }
    if (crashesLeft == 0) {
      flushAll();
    }
  }

  private void deliver(Choice choice) {
    int message = choice.argument();
    Envelope envelope = model.messages().at(message);
    if (choice.kind().releases()) {
      int facts = replicas[envelope.from()].journal().factsBefore(message);
      local(envelope.from(), Choice.Kind.FLUSH, facts);
    }
    if (!choice.kind().copies() && model.bound().duplicates() != Bound.UNLIMITED) {
      inFlight.clear(message);
    }
    local(envelope.to(), Choice.Kind.DELIVER, message);
  }

  private void restart(Choice choice) {
    // A process' messages to itself end with it.
    for (int message = inFlight.nextSetBit(0);
        message >= 0;
        message = inFlight.nextSetBit(message + 1)) {
      Envelope envelope = model.messages().at(message);
      if (envelope.from() == choice.replica() && envelope.to() == choice.replica()) {
        inFlight.clear(message);
      }
    }
    crashesLeft--;
    local(choice.replica(), choice.kind(), choice.argument());
  }

  /** Makes all records durable, so that all waiting messages leave. */
  void flushAll() {
    for (int replica = 0; replica < replicas.length; replica++) {
      int pending = replicas[replica].journal().pending();
      if (pending > 0) {
        local(replica, Choice.Kind.FLUSH, pending);
      }
    }
  }

  private void local(int replica, Choice.Kind kind, int argument) {
    LiveReplica live = replicas[replica];
    witness.before(replica, live);
    switch (kind) {
      case DELIVER -> live.receive(model.messages().at(argument));
      case TIMER -> live.timer();
      case LEADER_LOST -> live.leaderLost();
      case PROPOSE -> live.propose(argument);
      case CHANGE -> live.change();
      case RESTART -> live.restart(argument);
      case FLUSH -> live.flush(argument);
      default -> throw new Violation("%s is no event of a replica", kind);
    }
    witness.after(replica, live, Choice.pack(kind, 0, argument), sent);
    inFlight.or(sent);
    sent.clear();
  }
}
