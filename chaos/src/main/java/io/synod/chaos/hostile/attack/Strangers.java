package io.synod.chaos.hostile.attack;

import io.synod.chaos.hostile.attack.Targets.Port;
import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.message.Accept;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.Join;
import io.synod.core.message.Message;
import io.synod.core.message.PreVote;
import io.synod.core.message.Prepare;
import io.synod.core.message.Reject;
import io.synod.network.wire.FrameType;
import io.synod.strangers.Frames;
import io.synod.strangers.PeerHellos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/** Connections to the peer port that do not come from a replica. */
final class Strangers {
  private static final int SILENT_PER_REPLICA = 200;
  private static final int HELLOS_PER_REPLICA = 4;
  private static final long HOLD_MILLIS = 500;
  private static final long PAUSE_MILLIS = 5000;
  private static final int TIMES = 100;
  private static final long[] ROUNDS = {1L << 61, View.ROUND_MAX};

  private Strangers() {}

  /** Silent connections, and hellos that are rejected. */
  static List<Crowd> refused(Attack attack) {
    Targets targets = attack.targets();
    List<byte[]> hellos = PeerHellos.refused(targets.cluster(), targets.replicas());
    Random random = attack.random();
    return List.of(
        new Crowd(attack, Port.PEER, SILENT_PER_REPLICA, () -> BurstScript.once(new byte[0], 1))
            .pausing(1000),
        new Crowd(
                attack,
                Port.PEER,
                HELLOS_PER_REPLICA,
                () -> BurstScript.once(hellos.get(random.nextInt(hellos.size())), 1 << 16))
            .pausing(500));
  }

  /**
   * Connections that impersonate a replica, with the cluster's name and settings. Each replaces
   * that replica's own connection for a moment. It sends views and epochs that no election or start
   * can have led to, and malformed frames. It sends no message that a replica may legally send,
   * because a replica would believe it.
   */
  static List<Crowd> forgedPeers(Attack attack) {
    Targets targets = attack.targets();
    Burst forged = forged(targets.replicas() - 1);
    return List.of(
        new Crowd(attack, Port.PEER, 1, replica -> visit(hello(targets, replica), forged))
            .pausing(PAUSE_MILLIS));
  }

  /** From the highest replica; that replica itself rejects it. */
  private static byte[] hello(Targets targets, int replica) {
    int replicas = targets.replicas();
    return Frames.peerHello(targets.cluster(), targets.terms(), replicas, replicas - 1, replica);
  }

  /** As one burst; its last frame is malformed. */
  static Burst forged(int sender) {
    List<byte[]> frames = new ArrayList<>();
    for (long round : ROUNDS) {
      View view = new View(round, sender);
      for (Message message :
          List.of(
              new Prepare(view, 0),
              new PreVote(view, 0),
              new Accept(view, 0, 0, Batch.NOOP),
              new Heartbeat(view, 0, 0, 0, 1),
              new Reject(new View(1, 0), view),
              new Join(0, new Incarnation(round, 7)))) {
        frames.add(Frames.message(message));
      }
    }
    byte[] all = Frames.joined(frames.toArray(byte[][]::new));
    byte[] broken = Frames.raw(FrameType.PREPARE.code(), new byte[3]);
    return new Burst(Frames.joined(Frames.repeated(all, TIMES), broken), TIMES * frames.size() + 1);
  }

  /** Sends a hello and the forged frames, and stays a while. */
  private static Script visit(byte[] hello, Burst forged) {
    Iterator<Burst> once = Arrays.asList(forged, null).iterator();
    return BurstScript.of(hello, once::next, HOLD_MILLIS, Reading.all());
  }
}
