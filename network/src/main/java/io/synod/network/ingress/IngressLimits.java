package io.synod.network.ingress;

import java.util.concurrent.TimeUnit;

/**
 * Bounds of what clients can cost one replica.
 *
 * @param maxFrameBytes longest body of a frame, in both directions
 * @param payloadBytesMax longest payload of a request or query; a longer one closes its connection
 * @param clientBufferBytes while more than this waits for a client's socket nothing is read from it
 *     and no answers are made for it; with four times that it is disconnected
 * @param repliesBytesMax what may wait for all clients' sockets together: with three quarters of it
 *     no answers are made, with all of it the client for which most waits is disconnected
 * @param unfinishedBytesMax memory of all frames that have begun and not ended
 * @param connectionsMax further clients are refused
 * @param sessionsMax on one connection; more close it
 * @param times how long clients may take
 */
public record IngressLimits(
    int maxFrameBytes,
    int payloadBytesMax,
    int clientBufferBytes,
    long repliesBytesMax,
    long unfinishedBytesMax,
    int connectionsMax,
    int sessionsMax,
    Times times) {

  private static final int FRAME_BYTES_MIN = 1 << 10;

  /** On one connection. */
  public static final int SESSIONS_MAX = 1024;

  /**
   * Time limits of clients.
   *
   * @param handshakeNanos a connection without a valid hello by then is closed
   * @param idleNanos a connection that sends nothing for this long is closed, unless it subscribes
   * @param stalledNanos a connection is closed if bytes wait for it and it takes none for this long
   */
  public record Times(long handshakeNanos, long idleNanos, long stalledNanos) {
    private static final long HANDSHAKE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long STALLED_NANOS = TimeUnit.SECONDS.toNanos(30);

    public Times {
      if (handshakeNanos < 1 || idleNanos < 1 || stalledNanos < 1) {
        throw new IllegalArgumentException(
            "handshake in %d ns, idle for %d, stalled for %d"
                .formatted(handshakeNanos, idleNanos, stalledNanos));
      }
    }

    /** A handshake of five seconds, and half a minute for a client that takes nothing. */
    public static Times idleAfter(long idleNanos) {
      return new Times(HANDSHAKE_NANOS, idleNanos, STALLED_NANOS);
    }
  }

  public IngressLimits {
    if (maxFrameBytes < FRAME_BYTES_MIN || payloadBytesMax < 1 || clientBufferBytes < 1) {
      throw new IllegalArgumentException(
          "frames of %d bytes, payloads of %d, buffers of %d"
              .formatted(maxFrameBytes, payloadBytesMax, clientBufferBytes));
    }
    if (repliesBytesMax < clientBufferBytes || unfinishedBytesMax < maxFrameBytes) {
      throw new IllegalArgumentException(
          "%d bytes of replies and %d of unfinished frames in all, buffers of %d, frames of %d"
              .formatted(repliesBytesMax, unfinishedBytesMax, clientBufferBytes, maxFrameBytes));
    }
    if (connectionsMax < 1 || sessionsMax < 1) {
      throw new IllegalArgumentException(
          "%d connections, %d sessions on one".formatted(connectionsMax, sessionsMax));
    }
  }
}
