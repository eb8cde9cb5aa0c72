package io.synod.replica.config;

import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;

/**
 * Bounds of the sockets.
 *
 * @param frameBytes largest body of a frame
 * @param peerBufferBytes waiting to be written to one peer; beyond it messages to this peer are
 *     dropped and retransmitted later
 * @param clientBufferBytes waiting to be written to one client; beyond it the client is not read
 * @param repliesBytes waiting to be written to all clients
 * @param unfinishedBytes memory of all frames that clients have begun and not ended
 * @param idleNanos a client that sends nothing for this long is disconnected
 * @param connectionsMax clients connected at a time
 * @param clientThreads event loops that serve clients
 * @param transport of clients and peers
 * @param datagramBytesMax longest frame, header included, that goes to peers as a datagram; 0 for
 *     none
 */
public record NetworkConfig(
    int frameBytes,
    int peerBufferBytes,
    int clientBufferBytes,
    long repliesBytes,
    long unfinishedBytes,
    long idleNanos,
    int connectionsMax,
    int clientThreads,
    TransportChoice transport,
    int datagramBytesMax) {

  /**
   * What a message adds at most to the payload of a request that travels alone. It is a relayed
   * promise that adds most: 133 bytes, and a list of incarnations of at most 516.
   */
  static final int HEADERS_BYTES = 1 << 10;

  public NetworkConfig {
    if (frameBytes <= HEADERS_BYTES
        || peerBufferBytes < 1
        || clientBufferBytes < 1
        || connectionsMax < 1
        || clientThreads < 1
        || datagramBytesMax < 0) {
      throw new IllegalArgumentException(
          ("frames of %d bytes, buffers of %d and %d bytes, %d connections, %d threads,"
                  + " datagrams of %d bytes")
              .formatted(
                  frameBytes,
                  peerBufferBytes,
                  clientBufferBytes,
                  connectionsMax,
                  clientThreads,
                  datagramBytesMax));
    }
  }

  /** The largest payload of a request that every message of the protocol can carry. */
  public int requestBytesMax() {
    return frameBytes - HEADERS_BYTES;
  }

  /** The longest batch that every message of the protocol can carry: that of such a request. */
  public int batchBytesMax() {
    return requestBytesMax() + BatchEntry.HEADER_BYTES + Batch.HEADER_BYTES;
  }
}
