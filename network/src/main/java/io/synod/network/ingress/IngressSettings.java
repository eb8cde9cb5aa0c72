package io.synod.network.ingress;

import java.net.InetSocketAddress;

/**
 * The clients' port of one replica.
 *
 * @param clusterName clients of another name are refused
 * @param self this replica's number; -1 of a learner
 * @param address to listen on
 * @param maxFrameBytes longest body of a frame, in both directions
 * @param payloadBytesMax longest payload of a request or query; a longer one closes its connection
 * @param outstandingMax told to clients: requests of a session without an answer
 * @param clientBufferBytes while more than this waits for a client's socket nothing is read from
 *     it, and at four times that it is disconnected
 * @param connectionsMax further clients are refused
 * @param sessionsMax on one connection; more close it
 * @param handshakeNanos a connection that says nothing valid by then is closed
 */
public record IngressSettings(
    String clusterName,
    int self,
    InetSocketAddress address,
    int maxFrameBytes,
    int payloadBytesMax,
    int outstandingMax,
    int clientBufferBytes,
    int connectionsMax,
    int sessionsMax,
    long handshakeNanos) {

  private static final int FRAME_BYTES_MIN = 1 << 10;
  private static final int SESSIONS_MAX = 1024;
  private static final long HANDSHAKE_NANOS = 5_000_000_000L;

  public IngressSettings {
    if (maxFrameBytes < FRAME_BYTES_MIN || payloadBytesMax < 1 || clientBufferBytes < 1) {
      throw new IllegalArgumentException(
          "frames of %d bytes, payloads of %d, buffers of %d"
              .formatted(maxFrameBytes, payloadBytesMax, clientBufferBytes));
    }
    if (outstandingMax < 1 || connectionsMax < 1 || sessionsMax < 1 || handshakeNanos < 1) {
      throw new IllegalArgumentException(
          "%d outstanding, %d connections, %d sessions, handshake in %d ns"
              .formatted(outstandingMax, connectionsMax, sessionsMax, handshakeNanos));
    }
  }

  /** In words. */
  String who() {
    return self < 0 ? "learner" : "replica " + self;
  }

  /** With 1024 sessions on a connection and a handshake of five seconds. */
  public IngressSettings(
      String clusterName,
      int self,
      InetSocketAddress address,
      int maxFrameBytes,
      int payloadBytesMax,
      int outstandingMax,
      int clientBufferBytes,
      int connectionsMax) {
    this(
        clusterName,
        self,
        address,
        maxFrameBytes,
        payloadBytesMax,
        outstandingMax,
        clientBufferBytes,
        connectionsMax,
        SESSIONS_MAX,
        HANDSHAKE_NANOS);
  }
}
