package io.synod.simulation.network;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.Message;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Seeds;
import java.util.SplittableRandom;

/** A wire from each replica to each other one. Messages are immutable and travel by reference. */
public final class PeerNetwork {
  private static final long SELF_DELAY_NANOS_MAX = 50_000;

  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final MessageFilter filter;
  private final Wire[][] wires;
  private Receiver receiver;

  /** Where messages arrive. */
  public interface Receiver {
    void receive(int from, int to, Message message);
  }

  public PeerNetwork(
      int replicas,
      Scheduler scheduler,
      Seeds seeds,
      LinkConditions conditions,
      MessageFilter filter) {
    this.scheduler = scheduler;
    this.filter = filter;
    random = seeds.random("peer network");
    wires = new Wire[replicas][replicas];
    for (Wire[] row : wires) {
      for (int to = 0; to < replicas; to++) {
        row[to] = new Wire(scheduler, random, conditions);
      }
    }
  }

  public void connect(Receiver receiver) {
    this.receiver = receiver;
  }

  public void send(int from, ReplicaSet to, Message message) {
    for (int replica = 0; replica < wires.length; replica++) {
      if (to.contains(replica)) {
        send(from, replica, message);
      }
    }
  }

  public Wire wire(int from, int to) {
    return wires[from][to];
  }

  /** From now on nothing is lost or repeated but by faults that are still active. */
  public void calm() {
    for (Wire[] row : wires) {
      for (Wire wire : row) {
        wire.calm();
      }
    }
  }

  private void send(int from, int to, Message message) {
    Message passed = filter.pass(from, to, message);
    if (passed == null) {
      return;
    }
    Runnable arrival = () -> receiver.receive(from, to, passed);
    if (from == to) {
      scheduler.after(random.nextLong(SELF_DELAY_NANOS_MAX), arrival);
    } else {
      wires[from][to].carry(arrival);
    }
  }
}
