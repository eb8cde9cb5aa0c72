package io.synod.storage.journal;

import io.synod.storage.disk.DiskFull;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * The segments on the disk: those that were begun, of which the last one may be open, and a spare
 * one that is allocated for the next. Every name lasts before anything is written in its file.
 */
final class SegmentFiles implements AutoCloseable {
  private static final int STEP_BYTES = 1 << 19;

  private final FailStopDisk disk;
  private final JournalSettings settings;

  // Invariant: ascending numbers, all before `next`.
  private final ArrayDeque<Segment> segments = new ArrayDeque<>();

  // Of the last segment; null if nothing more is written in that.
  private FailStopDisk.FailStopFile current;
  private boolean isWritten;
  private Segment spare;
  private long next;

  // The spare segment while it is being filled with zeros, step by step; null else.
  private Segment growing;
  private FailStopDisk.FailStopFile growingFile;
  private long grown;
  private ByteBuffer zeros;

  /**
   * @param next number of the next new segment
   */
  SegmentFiles(FailStopDisk disk, JournalSettings settings, long next) {
    this.disk = disk;
    this.settings = settings;
    this.next = next;
  }

  /** A segment that is there, after all others. */
  void add(Segment segment) {
    segments.addLast(segment);
  }

  /** Takes an allocated file of zeros as the spare one. */
  void keepSpare(Segment allocated) {
    spare = allocated;
  }

  /** The last segment is to be continued. */
  void continueLast() {
    current = disk.open(segments.getLast().name);
  }

  /** The oldest segment; the next one if there is none. */
  long first() {
    return segments.isEmpty() ? next : segments.getFirst().number;
  }

  int count() {
    return segments.size() + (spare == null && growing == null ? 0 : 1);
  }

  long bytes() {
    long bytes = spare == null ? grown : spare.bytes;
    for (Segment segment : segments) {
      bytes += segment.bytes;
    }
    return bytes;
  }

  boolean hasSpare() {
    return spare != null;
  }

  boolean isBegun(long number) {
    return number < next;
  }

  /** The segment with that path; null if there is none any more. */
  Segment at(String path) {
    for (Segment segment : segments) {
      if (disk.path(segment.name).equals(path)) {
        return segment;
      }
    }
    return null;
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
      return growing == null ? beginSpare() : growSpare();
    } catch (DiskFull full) {
      dropGrowing();
      return false;
    }
  }

  private boolean beginSpare() throws DiskFull {
    if (disk.usableBytes() - settings.segmentBytes() < settings.reserveBytes()) {
      return false;
    }
    growingFile = disk.create(Segment.name(next), 0);
    growing = new Segment(next, settings.segmentBytes());
    grown = 0;
    return true;
  }

  private boolean growSpare() throws DiskFull {
    if (zeros == null) {
      zeros = ByteBuffer.allocateDirect((int) Math.min(STEP_BYTES, settings.segmentBytes()));
    }
    zeros.clear().limit((int) Math.min(zeros.capacity(), growing.bytes - grown));
    grown += zeros.remaining();
    growingFile.write(grown - zeros.remaining(), zeros);
    // Else the first commit that somebody waits for would write the zeros.
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

  /** Makes the segment of {@code run} the last one; returns false if there is no space for it. */
  boolean begin(RecordQueue.Run run) {
    if (current != null && segments.getLast().number == run.segment) {
      return true;
    }
    if (current != null) {
      force();
      FailStopDisk.FailStopFile ended = current;
      current = null;
      ended.close();
    }
    current = take(run.segment, run.segmentBytes);
    if (current == null) {
      return false;
    }
    segments.addLast(new Segment(run.segment, run.segmentBytes));
    next = run.segment + 1;
    return true;
  }

  /** Writes a run in the last segment, at its place. */
  void write(RecordQueue.Run run, ByteBuffer bytes) throws DiskFull {
    isWritten = true;
    current.write(run.offset, bytes);
    Segment segment = segments.getLast();
    segment.lastNumber = run.lastNumber;
    segment.slotMax = Math.max(segment.slotMax, run.slotMax);
  }

  /** Waits until all that was written lasts. */
  void force() {
    if (isWritten) {
      current.force();
      isWritten = false;
    }
  }

  /** Writes something anew at its old place, and waits until it lasts. */
  void patch(Segment segment, long offset, ByteBuffer bytes) throws DiskFull {
    if (current != null && segment == segments.getLast()) {
      current.write(offset, bytes);
      current.force();
      return;
    }
    try (FailStopDisk.FailStopFile file = disk.open(segment.name)) {
      file.write(offset, bytes);
      file.force();
    }
  }

  /** The header of the record at that place; null if it is damaged. */
  RecordHeader header(Segment segment, long offset) {
    ByteBuffer bytes = ByteBuffer.allocate(RecordHeader.BYTES);
    if (current != null && segment == segments.getLast()) {
      current.read(offset, bytes);
    } else {
      try (FailStopDisk.FailStopFile file = disk.open(segment.name)) {
        file.read(offset, bytes);
      }
    }
    return RecordHeader.read(bytes, 0);
  }

  /** The first segment that stays if everything before {@code slot} may go. */
  long firstWith(long slot) {
    for (Segment segment : segments) {
      if (segment.slotMax >= slot || segment == segments.getLast()) {
        return segment.number;
      }
    }
    return next;
  }

  /**
   * Deletes the segments before {@code number}; the mark must say already that they do not count,
   * so that a crash may leave any of them.
   */
  int dropBefore(long number) {
    int dropped = 0;
    while (!segments.isEmpty() && segments.getFirst().number < number) {
      disk.delete(segments.removeFirst().name);
      dropped++;
    }
    disk.force();
    return dropped;
  }

  /** A spare segment that is not complete is left to the next start. */
  @Override
  public void close() {
    try {
      if (growing != null) {
        endGrowing();
      }
    } finally {
      if (current != null) {
        FailStopDisk.FailStopFile last = current;
        current = null;
        last.close();
      }
    }
  }

  /** A file of zeros with this number; null if there is no space. */
  private FailStopDisk.FailStopFile take(long number, long bytes) {
    if (growing != null) {
      reserve();
    }
    if (spare == null || spare.bytes != bytes) {
      if (spare != null && spare.number == number) {
        renameSpare(number + 1);
      }
      return allocate(number, bytes);
    }
    if (spare.number != number) {
      renameSpare(number);
    }
    spare = null;
    return disk.open(Segment.name(number));
  }

  private void renameSpare(long number) {
    Segment renamed = new Segment(number, spare.bytes);
    disk.rename(spare.name, renamed.name);
    disk.force();
    spare = renamed;
  }

  private FailStopDisk.FailStopFile allocate(long number, long bytes) {
    if (disk.usableBytes() - bytes < settings.reserveBytes()) {
      return null;
    }
    FailStopDisk.FailStopFile file;
    try {
      file = disk.create(Segment.name(number), bytes);
    } catch (DiskFull full) {
      return null;
    }
    try {
      // Its zeros would else be written by the first commit that somebody waits for.
      file.force();
      disk.force();
      return file;
    } catch (JournalFailure failure) {
      file.close();
      throw failure;
    }
  }
}
