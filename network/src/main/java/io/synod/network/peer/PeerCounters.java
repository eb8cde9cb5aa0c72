package io.synod.network.peer;

/**
 * Counts of the messages between this replica and one peer, or all, since the start.
 *
 * @param sent messages written to the socket
 * @param received messages
 * @param dropped messages that were not sent: the peer was not connected or too slow, or the socket
 *     for datagrams took no more; of all, those too that this socket has refused afterwards
 * @param malformed connections closed because of malformed frames
 * @param refused handshakes that this replica has refused
 * @param bytesSent of messages
 * @param bytesReceived of messages
 * @param datagramsSent messages that were sent as datagrams
 * @param datagramsReceived messages that came as datagrams
 * @param datagramsRefused of all only: datagrams that showed no token of an open connection, or
 *     were malformed
 */
public record PeerCounters(
    long sent,
    long received,
    long dropped,
    long malformed,
    long refused,
    long bytesSent,
    long bytesReceived,
    long datagramsSent,
    long datagramsReceived,
    long datagramsRefused) {

  static final PeerCounters NONE = new PeerCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  PeerCounters plus(PeerCounters other) {
    return new PeerCounters(
        sent + other.sent,
        received + other.received,
        dropped + other.dropped,
        malformed + other.malformed,
        refused + other.refused,
        bytesSent + other.bytesSent,
        bytesReceived + other.bytesReceived,
        datagramsSent + other.datagramsSent,
        datagramsReceived + other.datagramsReceived,
        datagramsRefused + other.datagramsRefused);
  }
}
