package io.synod.chaos.hostile.attack;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Sends a hello and one burst after the other, and reads the answers as {@link Reading} says. */
final class BurstScript implements Script {
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

  private BurstScript(
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
   * @param bursts supplies the next one, or null to end the connection
   * @param intervalMillis the least time between two bursts
   */
  static BurstScript of(
      byte[] greeting, Supplier<Burst> bursts, long intervalMillis, Reading reading) {
    return new BurstScript(greeting, bursts, intervalMillis, reading, SENT_PER_TICK);
  }

  /**
   * Sends {@code bytes}, up to {@code bytesPerTick} at a tick, and then holds the connection open.
   */
  static BurstScript once(byte[] bytes, int bytesPerTick) {
    return new BurstScript(bytes, () -> Burst.NONE, HOLD_MILLIS, Reading.all(), bytesPerTick);
  }

  /** Sends a byte every 100 ms, and then holds the connection open. */
  static BurstScript drip(byte[] bytes) {
    BurstScript drip = once(bytes, 1);
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
