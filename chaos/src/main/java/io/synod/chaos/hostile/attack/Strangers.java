package io.synod.chaos.hostile.attack;

import io.synod.chaos.hostile.attack.Targets.Port;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/**
 * Connections to the peer port that no replica opened: silent ones, and hellos that are refused.
 */
final class Strangers implements Attacker {
  private static final int SILENT_PER_REPLICA = 200;
  private static final int HELLOS_PER_REPLICA = 4;
  private static final int LONG_NAME_BYTES = 4000;
  private static final String TERMS = "hostile=1";

  @Override
  public String name() {
    return "strangers";
  }

  @Override
  public void run(Attack attack) throws InterruptedException {
    Targets targets = attack.targets();
    List<byte[]> hellos = hellos(targets.cluster(), targets.replicas());
    Random random = attack.random();
    Crowd.run(
        attack,
        new Crowd(attack, Port.PEER, SILENT_PER_REPLICA, () -> Strangers::listen).pausing(1000),
        new Crowd(
                attack,
                Port.PEER,
                HELLOS_PER_REPLICA,
                () -> Asking.once(hellos.get(random.nextInt(hellos.size())), 1 << 16))
            .pausing(500));
  }

  private static boolean listen(Line line) throws IOException {
    line.pull(1 << 10);
    return true;
  }

  /** None of them makes its sender a replica: the terms of none are those of the cluster. */
  static List<byte[]> hellos(String cluster, int replicas) {
    String longName = "x".repeat(LONG_NAME_BYTES);
    String controls = "\u0000\r\n\u001b[2J12:00:00.000 ERROR forged line\u0007";
    return List.of(
        Frames.peerHello("another", TERMS, replicas, 1, 0),
        Frames.peerHello(longName, TERMS, replicas, 1, 0),
        Frames.peerHello(controls, TERMS, replicas, 1, 0),
        Frames.peerHello(cluster, TERMS, replicas, 1, 0),
        Frames.peerHello(cluster, longName, replicas, 2, 0),
        Frames.peerHello(cluster, controls, replicas, 2, 0),
        Frames.peerHello(cluster, TERMS, Integer.MAX_VALUE, 2, 0),
        Frames.peerHello(cluster, TERMS, -1, Integer.MIN_VALUE, Integer.MAX_VALUE),
        Frames.peerHello(cluster, TERMS, replicas, Integer.MAX_VALUE, 1),
        Frames.peerHello("", "", 0, 0, 0));
  }
}
