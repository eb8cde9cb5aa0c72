package io.synod.simulation.host;

import io.synod.simulation.network.Disturbed;
import io.synod.simulation.scheduler.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One direction between two machines. Bytes arrive after a random delay. While the path is cut,
 * nothing arrives; bytes sent meanwhile arrive after it is mended, since TCP resends them.
 */
public final class Path implements Disturbed {
  private static final int WINDOW_BYTES_MIN = 4 << 10;
  private static final int WINDOW_BYTES_MAX = 256 << 10;
  private static final int STORM_FACTOR = 50;
  private static final double NOISE = 0.3;

  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final long delayNanosMax;
  private final List<Runnable> held = new ArrayList<>();
  private int cuts;
  private int storms;
  private int noises;

  // Null for a random delay and no limit of bytes.
  private LinkPace pace;
  private long sentUntilNanos;

  Path(Scheduler scheduler, SplittableRandom random, long delayNanosMax) {
    this.scheduler = scheduler;
    this.random = random;
    this.delayNanosMax = delayNanosMax;
  }

  /** From now on bytes take what {@code pace} says. */
  public void pace(LinkPace pace) {
    this.pace = pace;
  }

  /** How many bytes of a connection may be under way. */
  int windowBytes() {
    return pace == null ? random.nextInt(WINDOW_BYTES_MIN, WINDOW_BYTES_MAX) : pace.windowBytes();
  }

  @Override
  public void cut() {
    cuts++;
  }

  @Override
  public void mend() {
    cuts--;
    if (cuts == 0) {
      long delay = 0;
      for (int arrival = 0; arrival < held.size(); arrival++) {
        delay = Math.max(delay, delayNanos());
      }
      scheduler.after(delay, this::release);
    }
  }

  /** What was held arrives in its order: the bytes of a connection never overtake each other. */
  private void release() {
    if (!isCut()) {
      List<Runnable> released = List.copyOf(held);
      held.clear();
      released.forEach(Runnable::run);
    }
  }

  @Override
  public void beginStorm() {
    storms++;
  }

  @Override
  public void endStorm() {
    storms--;
  }

  @Override
  public void beginNoise() {
    noises++;
  }

  @Override
  public void endNoise() {
    noises--;
  }

  /** The same bytes, or corrupted ones. */
  byte[] disturbed(byte[] bytes) {
    if (noises == 0 || bytes.length == 0 || random.nextDouble() >= NOISE) {
      return bytes;
    }
    byte[] flipped = bytes.clone();
    flipped[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
    return flipped;
  }

  boolean isCut() {
    return cuts > 0;
  }

  /**
   * Runs {@code arrival} at the other end after the delay.
   *
   * @param bytes that must be sent for it
   * @param earliestNanos not before this virtual time
   * @return when it arrives, unless the path is cut by then
   */
  long carry(int bytes, long earliestNanos, Runnable arrival) {
    long at = Math.max(earliestNanos, sent(bytes) + delayNanos());
    scheduler.at(at, new Arrival(this, arrival));
    return at;
  }

  /** As {@link SimulatedHost}'s steps, not a lambda. */
  private record Arrival(Path path, Runnable action) implements Runnable {
    @Override
    public void run() {
      path.arrive(action);
    }
  }

  private void arrive(Runnable arrival) {
    if (isCut() || !held.isEmpty()) {
      held.add(arrival);
    } else {
      arrival.run();
    }
  }

  /** When the last of {@code bytes} has left. */
  private long sent(int bytes) {
    if (pace == null) {
      return scheduler.now();
    }
    sentUntilNanos = Math.max(sentUntilNanos, scheduler.now()) + pace.sendingNanos(bytes);
    return sentUntilNanos;
  }

  private long delayNanos() {
    if (pace != null) {
      return pace.delayNanos();
    }
    return 1 + random.nextLong(1 + (storms > 0 ? STORM_FACTOR : 1) * delayNanosMax);
  }
}
