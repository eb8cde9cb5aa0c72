package io.synod.storage.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Measures how long a disk takes for a write that lasts, in several ways of writing. It writes a
 * small file of its own, all ways in turn, so that what else the disk does meanwhile slows down all
 * of them. Blocks; one thread.
 */
public final class DiskTrial {
  /** The file that is written, and deleted at the end: one that was left does not matter. */
  public static final String NAME = "disk.trial";

  private static final int FILE_BYTES = 1 << 20;
  private static final int START_WRITE_BYTES = 1 << 15;
  private static final int START_ROUNDS = 32;
  private static final long START_NANOS = 100_000_000;
  private static final int ROUNDS_MIN = 3;

  // On an idle disk and processor a write that waits saves a system call, which shows here as a
  // tenth; under load it gained nothing. A device that writes through in one go shows more.
  private static final double CLEARLY = 0.75;

  private final Disk disk;
  private final LongSupplier nanoTime;

  /**
   * @param nanoTime a clock of that unit
   */
  public DiskTrial(Disk disk, LongSupplier nanoTime) {
    this.disk = disk;
    this.nanoTime = nanoTime;
  }

  /**
   * Nanoseconds of single writes that last, in ascending order.
   *
   * @param nanos at least three
   */
  public record Waits(long[] nanos) {
    public Waits {
      nanos = nanos.clone();
      Arrays.sort(nanos);
    }

    /**
     * @param share 0.5 for the median, 1 for the longest
     */
    public long at(double share) {
      return nanos[(int) Math.min(nanos.length - 1, Math.round(share * (nanos.length - 1)))];
    }
  }

  /**
   * With or without a force behind each write, whichever is clearly faster; with one if there is no
   * space for the measurement. Takes 0.1 s, or three rounds if these take longer.
   */
  public WriteMode faster(boolean direct) throws IOException {
    WriteMode forced = new WriteMode(direct, false);
    WriteMode synced = new WriteMode(direct, true);
    try {
      List<Waits> waits =
          measure(List.of(forced, synced), START_WRITE_BYTES, START_ROUNDS, START_NANOS);
      return waits.get(1).at(0.5) < CLEARLY * waits.get(0).at(0.5) ? synced : forced;
    } catch (DiskFull full) {
      return forced;
    }
  }

  /**
   * Writes as often as {@code rounds} in each of the modes, but ends after {@code nanosMax}.
   *
   * @param writeBytes of a write: a power of two, at least a block of the disk and at most 1 MiB
   * @return for each of the modes, in their order
   */
  public List<Waits> measure(List<WriteMode> modes, int writeBytes, int rounds, long nanosMax)
      throws IOException {
    if (disk.list().contains(NAME)) {
      disk.delete(NAME);
    }
    try (DiskFile file = disk.create(NAME, FILE_BYTES)) {
      file.force();
    }
    List<DiskFile> files = new ArrayList<>();
    try {
      for (WriteMode mode : modes) {
        files.add(disk.open(NAME, mode));
      }
      return measure(modes, files, ByteBuffer.allocateDirect(2 * writeBytes), rounds, nanosMax);
    } finally {
      for (DiskFile file : files) {
        file.close();
      }
      disk.delete(NAME);
    }
  }

  private List<Waits> measure(
      List<WriteMode> modes, List<DiskFile> files, ByteBuffer memory, int rounds, long nanosMax)
      throws IOException {
    int writeBytes = memory.capacity() / 2;
    ByteBuffer bytes = memory.alignedSlice(writeBytes);
    long[][] nanos = new long[modes.size()][rounds];
    long beganNanos = nanoTime.getAsLong();
    int done = 0;
    while (done < rounds && (done < ROUNDS_MIN || nanoTime.getAsLong() - beganNanos < nanosMax)) {
      long position = (long) done * writeBytes % FILE_BYTES;
      for (int mode = 0; mode < modes.size(); mode++) {
        long startNanos = nanoTime.getAsLong();
        files.get(mode).write(position, bytes.clear().limit(writeBytes));
        if (!modes.get(mode).synced()) {
          files.get(mode).force();
        }
        nanos[mode][done] = nanoTime.getAsLong() - startNanos;
      }
      done++;
    }
    List<Waits> waits = new ArrayList<>();
    for (long[] all : nanos) {
      waits.add(new Waits(Arrays.copyOf(all, done)));
    }
    return waits;
  }
}
