package io.synod.storage.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Measures on a disk whether writes that wait ({@linkplain WriteMode#synced synced}) are faster
 * than writes with a force behind them. It writes a small file of its own, both ways in turn, so
 * that what else the disk does meanwhile slows down both.
 */
public final class SyncTrial {
  private static final String NAME = "sync.trial";
  private static final int FILE_BYTES = 1 << 20;
  private static final int WRITE_BYTES = 1 << 15;
  private static final int ROUNDS = 32;
  private static final int ROUNDS_MIN = 3;
  private static final long NANOS_MAX = 100_000_000;

  // On an idle disk and processor a write that waits saves a system call, which shows here as a
  // tenth; under load it gained nothing. A device that writes through in one go shows more.
  private static final double CLEARLY = 0.75;

  private final Disk disk;
  private final LongSupplier nanoTime;
  private final long[] synced = new long[ROUNDS];
  private final long[] forced = new long[ROUNDS];

  /**
   * @param nanoTime a clock of that unit
   */
  public SyncTrial(Disk disk, LongSupplier nanoTime) {
    this.disk = disk;
    this.nanoTime = nanoTime;
  }

  /**
   * The faster way; that with a force if there is no space for the measurement. Blocks for 0.1 s,
   * or for six forces if these take longer.
   */
  public WriteMode faster(boolean direct) throws IOException {
    WriteMode withForce = new WriteMode(direct, false);
    if (disk.list().contains(NAME)) {
      disk.delete(NAME);
    }
    try (DiskFile file = disk.create(NAME, FILE_BYTES)) {
      file.force();
    } catch (DiskFull full) {
      return withForce;
    }
    WriteMode waiting = new WriteMode(direct, true);
    int rounds = measure(withForce, waiting);
    disk.delete(NAME);
    return median(synced, rounds) < CLEARLY * median(forced, rounds) ? waiting : withForce;
  }

  private int measure(WriteMode withForce, WriteMode waiting) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocateDirect(2 * WRITE_BYTES).alignedSlice(WRITE_BYTES);
    long beganNanos = nanoTime.getAsLong();
    int rounds = 0;
    try (DiskFile one = disk.open(NAME, withForce);
        DiskFile other = disk.open(NAME, waiting)) {
      while (rounds < ROUNDS
          && (rounds < ROUNDS_MIN || nanoTime.getAsLong() - beganNanos < NANOS_MAX)) {
        long position = (long) rounds * WRITE_BYTES % FILE_BYTES;
        long startNanos = nanoTime.getAsLong();
        one.write(position, bytes.clear().limit(WRITE_BYTES));
        one.force();
        long betweenNanos = nanoTime.getAsLong();
        other.write(position, bytes.clear().limit(WRITE_BYTES));
        forced[rounds] = betweenNanos - startNanos;
        synced[rounds] = nanoTime.getAsLong() - betweenNanos;
        rounds++;
      }
    }
    return rounds;
  }

  private static long median(long[] nanos, int rounds) {
    long[] sorted = Arrays.copyOf(nanos, rounds);
    Arrays.sort(sorted);
    return sorted[rounds / 2];
  }
}
