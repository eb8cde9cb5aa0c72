package io.synod.simulation.network;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.Message;
import io.synod.network.wire.MalformedFrame;
import io.synod.simulation.check.Violation;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Seeds;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** A wire from each replica to each other one. Messages travel as the frames of the peer port. */
public final class PeerNetwork {
  private static final double NOISE = 0.3;

  private final SplittableRandom noise;
  private final Frames frames;
  private final Map<Direction, Wire> wires = new LinkedHashMap<>();
  private Receiver receiver;

  private record Direction(int from, int to) {}

  /** The receiver of messages. */
  public interface Receiver {
    void receive(int from, int to, Message message);

    /** A frame is malformed, so the connection between the two breaks. */
    void malformed(int from, int to, MalformedFrame reason);
  }

  public PeerNetwork(
      ReplicaSet replicas, Scheduler scheduler, Seeds seeds, LinkConditions conditions) {
    SplittableRandom random = seeds.random("peer network");
    noise = seeds.random("noise");
    frames = new Frames();
    for (int from : replicas.numbers()) {
      for (int to : replicas.numbers()) {
        wires.put(new Direction(from, to), new Wire(scheduler, random, conditions));
      }
    }
  }

  public void connect(Receiver receiver) {
    this.receiver = receiver;
  }

  public Wire wire(int from, int to) {
    return wires.get(new Direction(from, to));
  }

  /** From now on only active faults lose or repeat messages. */
  public void calm() {
    wires.values().forEach(Wire::calm);
  }

  /** The time by which all messages in flight have arrived. */
  public long lastArrivalNanos() {
    long last = 0;
    for (Wire wire : wires.values()) {
      last = Math.max(last, wire.lastArrivalNanos());
    }
    return last;
  }

  /** Sends a message from one replica to another. */
  public void send(int from, int to, Message message) {
    Wire wire = wire(from, to);
    byte[] frame = frames.encode(message);
    boolean isWrong = wire.isNoisy() && noise.nextDouble() < NOISE;
    byte[] carried = isWrong ? Frames.corrupted(frame, noise) : frame;
    wire.carry(() -> arrive(from, to, carried, isWrong));
  }

  private void arrive(int from, int to, byte[] frame, boolean isWrong) {
    Message message;
    try {
      message = frames.decode(frame);
    } catch (MalformedFrame reason) {
      if (!isWrong) {
        throw new Violation("replica %d does not understand %d: %s", to, from, reason.getMessage());
      }
      receiver.malformed(from, to, reason);
      return;
    }
    if (isWrong) {
      throw new Violation("replica %d takes a corrupted frame of %d for %s", to, from, message);
    }
    receiver.receive(from, to, message);
  }
}
