package io.synod.storage.journal;

import io.synod.storage.disk.DiskFull;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Supplies the journal's next segment: a spare one, allocated before it is needed, whose name is
 * durable before anything is written in it. It grows step by step, full of zeros, or takes over the
 * file of a segment that does not count any more and was kept, retired, for its space: that needs
 * no zeros and no blocks, and records still in it name another segment.
 */
final class SegmentSupply {
  private static final int STEP_BYTES = 1 << 19;

  // One is taken over for each segment that begins, so what several snapshots drop is of no use.
  private static final int RETIRED_MAX = 8;

  private final FailStopDisk disk;
  private final JournalSettings settings;
  private final SegmentOutput output;

  // Number of the next new segment; the spare one may have to be renamed to it.
  private long next;

  // Null if there is none.
  private Segment spare;

  // Names of files that have the usual size.
  private final ArrayDeque<String> retired = new ArrayDeque<>();

  // The spare segment while it is being filled with zeros, step by step; null else.
  private Segment growing;
  private FailStopDisk.FailStopFile growingFile;
  private long grown;
  private ByteBuffer zeros;

  SegmentSupply(FailStopDisk disk, JournalSettings settings, SegmentOutput output, long next) {
    this.disk = disk;
    this.settings = settings;
    this.output = output;
    this.next = next;
  }

  /** Number of the next new segment. */
  long next() {
    return next;
  }

  /** Takes an allocated file without a record as the spare one. */
  void keepSpare(Segment allocated) {
    spare = allocated;
  }

  /** A file that was retired before this start. */
  void adopt(String name) {
    long bytes;
    try (FailStopDisk.FailStopFile file = disk.open(name)) {
      bytes = file.bytes();
    }
    if (bytes == settings.segmentBytes() && hasRoomToRetire()) {
      retired.add(name);
    } else {
      disk.delete(name);
    }
  }

  /** On the disk, retired files included. */
  long bytes() {
    return (spare == null ? grown : spare.bytes) + retired.size() * settings.segmentBytes();
  }

  boolean hasSpare() {
    return spare != null;
  }

  /** Allocates the spare segment if there is none; returns whether there is one. */
  boolean reserve() {
    boolean under = reserveSome();
    while (under && spare == null) {
      under = reserveSome();
    }
    return spare != null;
  }

  /**
   * Takes a step towards a spare segment: so much that a commit which waits for it is not late.
   *
   * @return false if there is no space for one
   */
  boolean reserveSome() {
    if (spare != null) {
      return true;
    }
    try {
      while (growing == null && !retired.isEmpty()) {
        boolean isTaken = takeOver(retired.peek());
        retired.poll();
        if (isTaken) {
          return true;
        }
      }
      return growing == null ? beginSpare() : growSpare();
    } catch (DiskFull full) {
      dropGrowing();
      return false;
    }
  }

  /**
   * A retired file becomes the spare segment; its header names the one that it was until then.
   *
   * @return false if it is not there any more: nobody needs it but this supply, and an operator who
   *     looks for space may have deleted it
   */
  private boolean takeOver(String name) {
    Segment taken = new Segment(next, settings.segmentBytes());
    if (!disk.renameIfThere(name, taken.name)) {
      return false;
    }
    spare = taken;
    disk.force();
    return true;
  }

  /** Of a spare segment that is not whole yet. */
  long grownBytes() {
    return grown;
  }

  private boolean beginSpare() throws DiskFull {
    if (isScarceFor(settings.segmentBytes())) {
      return false;
    }
    Segment begun = new Segment(next, settings.segmentBytes());
    disk.create(begun.name, 0).close();
    growingFile = output.openToGrow(begun);
    growing = begun;
    grown = 0;
    return true;
  }

  private boolean growSpare() throws DiskFull {
    if (zeros == null) {
      zeros = output.lastBlock().allocate((int) Math.min(STEP_BYTES, settings.segmentBytes()));
    }
    zeros.clear().limit((int) Math.min(zeros.capacity(), growing.bytes - grown));
    grown += zeros.remaining();
    growingFile.write(grown - zeros.remaining(), zeros);
    // Otherwise the first commit that a message waits for would write the zeros.
    growingFile.force();
    if (grown == growing.bytes) {
      disk.force();
      spare = growing;
      endGrowing();
    }
    return true;
  }

  private void dropGrowing() {
    if (growing != null) {
      String name = growing.name;
      endGrowing();
      disk.delete(name);
    }
  }

  private void endGrowing() {
    FailStopDisk.FailStopFile file = growingFile;
    growing = null;
    growingFile = null;
    grown = 0;
    file.close();
  }

  /** Keeps the file of a segment that does not count any more, or deletes it. */
  void retire(Segment segment) {
    if (segment.bytes == settings.segmentBytes() && hasRoomToRetire()) {
      String name = Segment.retiredName(segment.number);
      disk.rename(segment.name, name);
      retired.add(name);
    } else {
      disk.delete(segment.name);
    }
  }

  private boolean hasRoomToRetire() {
    return retired.size() < RETIRED_MAX && !isScarceFor(settings.segmentBytes());
  }

  /** Whether that many bytes more would leave the disk less than its reserve. */
  private boolean isScarceFor(long bytes) {
    return disk.usableBytes() - bytes < settings.reserveBytes();
  }

  /** The disk is too full for something else: deletes what is kept for its space. */
  void giveBack() {
    if (!retired.isEmpty()) {
      retired.forEach(disk::deleteIfThere);
      retired.clear();
      disk.force();
    }
  }

  /** Makes a file with this number and no record; false if there is no space. */
  boolean take(long number, long bytes) {
    if (growing != null || spare == null && !retired.isEmpty()) {
      reserve();
    }
    if (spare == null || spare.bytes != bytes) {
      if (spare != null && spare.number == number) {
        renameSpare(number + 1);
      }
      return allocate(number, bytes) && begun(number);
    }
    if (spare.number != number) {
      renameSpare(number);
    }
    spare = null;
    return begun(number);
  }

  private boolean begun(long number) {
    next = number + 1;
    return true;
  }

  private void renameSpare(long number) {
    Segment renamed = new Segment(number, spare.bytes);
    disk.rename(spare.name, renamed.name);
    disk.force();
    spare = renamed;
  }

  private boolean allocate(long number, long bytes) {
    if (isScarceFor(bytes)) {
      giveBack();
      if (isScarceFor(bytes)) {
        return false;
      }
    }
    try (FailStopDisk.FailStopFile file = disk.create(Segment.name(number), bytes)) {
      // Otherwise the first commit that a message waits for would write its zeros.
      file.force();
      disk.force();
      return true;
    } catch (DiskFull full) {
      return false;
    }
  }

  /** A spare segment that is not whole is left to the next start. */
  void close() {
    if (growing != null) {
      endGrowing();
    }
  }
}
