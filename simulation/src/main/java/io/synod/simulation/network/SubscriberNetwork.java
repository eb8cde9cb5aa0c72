package io.synod.simulation.network;

import io.synod.core.cluster.Quorums;
import io.synod.core.message.Message;
import io.synod.network.wire.MalformedFrame;
import io.synod.simulation.check.Violation;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/** All connections of learners to replicas. What is told travels as the bytes of real ones. */
public final class SubscriberNetwork {
  private static final long NOTICED_NANOS_MAX = 300_000_000;
  private static final long GIVEN_UP_NANOS_MAX = 2_000_000_000;

  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final double breaking;
  private final Frames frames = new Frames(Quorums.REPLICAS_MAX);
  private final int[] cuts;
  private final List<SubscriberConnection> open = new ArrayList<>();
  private LinkConditions conditions;
  private IntFunction<SubscriberConnection.Port> ports;
  private boolean isCalm;

  /**
   * @param conditions of a connection that holds: nothing is lost, nothing repeated
   * @param breaking share of the frames with which a connection breaks, 0 to 1
   */
  public SubscriberNetwork(
      int replicas, Scheduler scheduler, Seeds seeds, LinkConditions conditions, double breaking) {
    this.scheduler = scheduler;
    this.conditions = conditions;
    this.breaking = breaking;
    random = seeds.random("subscriber network");
    cuts = new int[replicas];
  }

  /**
   * @param ports of a replica's process as it is now, dead or alive
   */
  public void connect(IntFunction<SubscriberConnection.Port> ports) {
    this.ports = ports;
  }

  /** A learner dials a replica; it may hear nothing of that for ever. */
  public SubscriberConnection dial(
      int learner, int replica, SubscriberConnection.Listener listener) {
    SubscriberConnection dialled = new SubscriberConnection(this, learner, replica, listener);
    open.add(dialled);
    if (cuts[replica] > 0) {
      dialled.breakDown();
    }
    dialled.dial();
    return dialled;
  }

  /** No learner reaches {@code replica} until it is mended, and what is connected breaks. */
  public void cut(int replica) {
    cuts[replica]++;
    for (SubscriberConnection connection : List.copyOf(open)) {
      if (connection.replica() == replica) {
        connection.breakDown();
      }
    }
  }

  public void mend(int replica) {
    cuts[replica]--;
  }

  /** Whatever {@code learner} is connected to breaks. */
  public void breakOff(int learner) {
    for (SubscriberConnection connection : List.copyOf(open)) {
      if (connection.learner() == learner) {
        connection.breakDown();
      }
    }
  }

  /** From now on nothing breaks by itself, nor takes long. */
  public void calm() {
    isCalm = true;
    conditions = conditions.calm();
    open.forEach(SubscriberConnection::calm);
  }

  /** By when everything has arrived that one end has sent, before it is calm. */
  public long lateNanos() {
    return conditions.delayNanos() + conditions.tailNanos();
  }

  SubscriberConnection.Port port(int replica) {
    return ports.apply(replica);
  }

  Wire newWire() {
    return new Wire(scheduler, random, conditions);
  }

  boolean breaksNow() {
    return !isCalm && breaking > 0 && random.nextDouble() < breaking;
  }

  void over(SubscriberConnection connection) {
    open.remove(connection);
  }

  /** The ends of what has broken notice that; a learner may not, but for the silence. */
  void tellLater(SubscriberConnection broken) {
    if (random.nextBoolean()) {
      scheduler.after(random.nextLong(NOTICED_NANOS_MAX), broken::endAtLearner);
    }
    scheduler.after(random.nextLong(GIVEN_UP_NANOS_MAX), broken::endAtReplica);
  }

  byte[] encode(Message message) {
    return frames.encode(message);
  }

  Message decode(byte[] frame) {
    try {
      return frames.decode(frame);
    } catch (MalformedFrame reason) {
      throw new Violation("between a learner and its source: %s", reason.getMessage());
    }
  }
}
