package io.synod.strangers;

import java.util.List;

/** Hellos on the port for replicas. */
public final class PeerHellos {
  private static final int LONG_NAME_BYTES = 4000;
  private static final String TERMS = "hostile=1";

  private PeerHellos() {}

  /** None of them makes its sender a replica: the terms of none are those of the cluster. */
  public static List<byte[]> refused(String cluster, int replicas) {
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
