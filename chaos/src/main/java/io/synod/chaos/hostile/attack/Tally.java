package io.synod.chaos.hostile.attack;

import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** Counts the actions of one attacker. Thread-safe. */
public final class Tally {
  private final LongAdder connections = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final LongAdder frames = new LongAdder();
  private final LongAdder processed = new LongAdder();
  private final LongAdder sentBytes = new LongAdder();
  private final LongAdder readBytes = new LongAdder();

  void connected() {
    connections.increment();
  }

  void notConnected() {
    refused.increment();
  }

  void ended() {
    ended.increment();
  }

  void sent(int bytes) {
    sentBytes.add(bytes);
  }

  void framesSent(int count) {
    frames.add(count);
  }

  void framesProcessed(int count) {
    processed.add(count);
  }

  void read(int bytes) {
    readBytes.add(bytes);
  }

  /** Accepted connections. */
  public long connections() {
    return connections.sum();
  }

  /** Frames, or HTTP requests, that the attacker has sent as far as it intended. */
  public long frames() {
    return frames.sum();
  }

  /** The frames that a replica has confirmed as processed. */
  public long processed() {
    return processed.sum();
  }

  public long sentBytes() {
    return sentBytes.sum();
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,d connections (%,d ended by the replica, %,d not accepted), %,d frames, sent %s, read %s",
        connections(),
        ended.sum(),
        refused.sum(),
        frames(),
        mebibytes(sentBytes()),
        mebibytes(readBytes.sum()));
  }

  private static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%,.1f MiB", bytes / (double) (1 << 20));
  }
}
