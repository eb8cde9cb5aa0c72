package io.synod.network.peer;

import java.util.concurrent.atomic.LongAdder;

/** Counts for {@link PeerCounters}; any thread. */
final class PeerTally {
  final LongAdder malformed = new LongAdder();
  final LongAdder refused = new LongAdder();
  final LongAdder datagramsRefused = new LongAdder();
  private final LongAdder sent = new LongAdder();
  private final LongAdder received = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder bytesSent = new LongAdder();
  private final LongAdder bytesReceived = new LongAdder();
  private final LongAdder datagramsSent = new LongAdder();
  private final LongAdder datagramsReceived = new LongAdder();

  void sent(int bytes) {
    sent.increment();
    bytesSent.add(bytes);
  }

  void received(int bytes) {
    received.increment();
    bytesReceived.add(bytes);
  }

  /** A message that went as a datagram; {@code bytes} of its frame. */
  void sentDatagram(int bytes) {
    sent(bytes);
    datagramsSent.increment();
  }

  /** A message that came as a datagram; {@code bytes} of its frame. */
  void receivedDatagram(int bytes) {
    received(bytes);
    datagramsReceived.increment();
  }

  void dropped() {
    dropped.increment();
  }

  PeerCounters snapshot() {
    return new PeerCounters(
        sent.sum(),
        received.sum(),
        dropped.sum(),
        malformed.sum(),
        refused.sum(),
        bytesSent.sum(),
        bytesReceived.sum(),
        datagramsSent.sum(),
        datagramsReceived.sum(),
        datagramsRefused.sum());
  }
}
