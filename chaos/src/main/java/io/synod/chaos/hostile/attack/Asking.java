package io.synod.chaos.hostile.attack;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Says hello, sends one burst after the other, and takes the answers in its own way. */
final class Asking implements Script {
  private static final int SENT_PER_TICK = 256 << 10;
  private static final long HOLD_MILLIS = 1000;

  private final Supplier<Burst> bursts;
  private final long intervalNanos;
  private final Reading reading;
  private final int sentPerTick;
  private byte[] greeting;
  private long dueNanos = System.nanoTime();
  private long pushIntervalNanos;
  private long pushNanos = dueNanos;

  private Asking(
      byte[] greeting,
      Supplier<Burst> bursts,
      long intervalMillis,
      Reading reading,
      int sentPerTick) {
    this.greeting = greeting;
    this.bursts = bursts;
    this.reading = reading;
    this.sentPerTick = sentPerTick;
    intervalNanos = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
  }

  /**
   * @param greeting sent first, as one frame; empty for none
   * @param bursts asked for the next one, null to end the connection
   * @param intervalMillis between two bursts at least
   */
  static Asking of(byte[] greeting, Supplier<Burst> bursts, long intervalMillis, Reading reading) {
    return new Asking(greeting, bursts, intervalMillis, reading, SENT_PER_TICK);
  }

  /** Sends {@code bytes}, so many at a tick, and then holds the connection. */
  static Asking once(byte[] bytes, int bytesPerTick) {
    return new Asking(bytes, () -> Burst.NONE, HOLD_MILLIS, Reading.all(), bytesPerTick);
  }

  /** Sends a byte each 100 ms, as long as there are any, and then holds the connection. */
  static Asking drip(byte[] bytes) {
    Asking drip = once(bytes, 1);
    drip.pushIntervalNanos = TimeUnit.MILLISECONDS.toNanos(100);
    return drip;
  }

  @Override
  public boolean tick(Line line) throws IOException {
    if (line.isIdle()) {
      if (greeting != null) {
        line.send(greeting, greeting.length == 0 ? 0 : 1);
        greeting = null;
      } else if (System.nanoTime() - dueNanos >= 0) {
        dueNanos = System.nanoTime() + intervalNanos;
        Burst burst = bursts.get();
        if (burst == null) {
          return false;
        }
        line.send(burst.bytes(), burst.frames());
      }
    }
    if (System.nanoTime() - pushNanos >= 0) {
      pushNanos = System.nanoTime() + pushIntervalNanos;
      line.push(sentPerTick);
    }
    reading.read(line);
    return true;
  }
}
