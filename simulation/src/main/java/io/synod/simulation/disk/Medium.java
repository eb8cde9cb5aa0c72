package io.synod.simulation.disk;

import io.synod.core.check.Check;
import io.synod.storage.disk.DiskFull;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The state of one disk that outlives processes: names, bytes, space and faults. */
final class Medium {
  private final String path;
  private final SplittableRandom random;
  private final Names names = new Names();
  private final DiskFaults faults = new DiskFaults();
  private long changes;
  private long capacity = Long.MAX_VALUE;
  private int directBlockBytes;
  private long occupied;
  // The file written last; null if there is none.
  private FileContent lastFile;
  private long lastStart;
  private long lastEnd;

  Medium(String path, SplittableRandom random) {
    this.path = path;
    this.random = random;
  }

  Names names() {
    return names;
  }

  DiskFaults faults() {
    return faults;
  }

  String path(String name) {
    return path + "/" + name;
  }

  /** Returns the number of a new change. */
  long nextChange() {
    return changes++;
  }

  int directBlockBytes() {
    return directBlockBytes;
  }

  void setDirectBlockBytes(int bytes) {
    directBlockBytes = bytes;
  }

  void setCapacity(long bytes) {
    capacity = bytes;
  }

  void occupy(long bytes) {
    occupied += bytes;
    Check.that(occupied >= 0, "%d bytes are occupied by others", occupied);
  }

  long usableBytes() {
    long used = occupied;
    for (FileContent file : names.current().values()) {
      used += file.length();
    }
    return Math.max(0, capacity - used);
  }

  FileContent create(String name, long bytes) throws DiskFull {
    checkSpace(name, bytes);
    long change = nextChange();
    FileContent file = new FileContent(change, bytes);
    names.create(name, file, change);
    return file;
  }

  private void checkSpace(String name, long bytes) throws DiskFull {
    long usable = usableBytes();
    if (bytes > usable) {
      throw new DiskFull(
          "%s: no space left: %d bytes wanted, %d are usable".formatted(path(name), bytes, usable),
          null);
    }
  }

  /** Writes all of {@code from}, or as much as there is space for. */
  void write(String name, FileContent file, long position, ByteBuffer from) throws DiskFull {
    long growth = growth(file, position, from);
    if (growth > 0) {
      int fits = fitting(file, position, from);
      if (fits < from.remaining()) {
        writeFirst(fits, file, position, from);
      }
      checkSpace(name, growth);
    }
    writeFirst(from.remaining(), file, position, from);
  }

  /** Writes a random prefix of {@code from}: nothing, a part, or as much as there is space for. */
  void writePartly(FileContent file, long position, ByteBuffer from) {
    int count = random.nextInt(fitting(file, position, from) + 1);
    writeFirst(count, file, position, from);
  }

  private static long growth(FileContent file, long position, ByteBuffer from) {
    return Math.max(0, position + from.remaining() - file.length());
  }

  /** The number of bytes for which there is space. */
  private int fitting(FileContent file, long position, ByteBuffer from) {
    long missing = Math.max(0, growth(file, position, from) - usableBytes());
    return (int) Math.max(0, from.remaining() - missing);
  }

  private void writeFirst(int count, FileContent file, long position, ByteBuffer from) {
    if (count > 0) {
      file.write(position, from, count, nextChange());
      lastFile = file;
      lastStart = position;
      lastEnd = position + count;
    }
  }

  /**
   * Writes all of {@code from} to another sector of {@code meant} or to another file, where it
   * overwrites bytes of a file. A write to another file spares the last written file: otherwise a
   * journal's mark could overwrite the record that it confirms, and nothing would reveal the loss.
   *
   * @return false if there is no such place; nothing is written then
   */
  boolean misdirect(FileContent meant, long position, ByteBuffer from) {
    int offset = (int) (position % Sector.BYTES);
    long extent = offset + from.remaining();
    List<FileContent> others = new ArrayList<>();
    for (FileContent file : names.current().values()) {
      if (file != meant && file.length() >= extent) {
        others.add(file);
      }
    }
    long own = position / Sector.BYTES;
    long places = places(meant, extent) - (own < places(meant, extent) ? 1 : 0);
    if (places > 0 && (others.isEmpty() || random.nextBoolean())) {
      long place = random.nextLong(places);
      place += place >= own ? 1 : 0;
      writeFirst(from.remaining(), meant, place * Sector.BYTES + offset, from);
    } else if (!others.isEmpty()) {
      FileContent file = others.get(random.nextInt(others.size()));
      long start = random.nextLong(places(file, extent)) * Sector.BYTES + offset;
      if (file == lastFile && start < lastEnd && lastStart < start + from.remaining()) {
        return false;
      }
      writeFirst(from.remaining(), file, start, from);
    } else {
      return false;
    }
    return true;
  }

  /** The number of sectors of {@code file} at which {@code extent} bytes can begin. */
  private static long places(FileContent file, long extent) {
    return file.length() < extent ? 0 : 1 + (file.length() - extent) / Sector.BYTES;
  }

  void failForce(FileContent file) {
    file.failForce(faults.failedForce(), random);
  }

  void failNamesForce() {
    names.failForce(faults.failedForce(), random);
  }

  BitFlip flipRandomBit(Predicate<String> isMeant) {
    List<String> candidates = new ArrayList<>();
    names
        .current()
        .forEach(
            (name, file) -> {
              if (file.length() > 0 && isMeant.test(name)) {
                candidates.add(name);
              }
            });
    if (candidates.isEmpty()) {
      return null;
    }
    String name = candidates.get(random.nextInt(candidates.size()));
    FileContent file = names.get(name);
    BitFlip flip = new BitFlip(name, file.drawOffset(random), random.nextInt(Byte.SIZE));
    file.flip(flip.offset(), flip.bit());
    return flip;
  }

  void cutPower(CrashKind kind) {
    TreeSet<Long> unforced = new TreeSet<>();
    names.addChangesTo(unforced);
    names.files().forEach(file -> file.addChangesTo(unforced));
    PowerCut cut = new PowerCut(kind, unforced, random);
    names.files().forEach(file -> file.settle(cut));
    names.settle(cut);
  }

  CrashKind drawCrash() {
    return CrashKind.draw(random);
  }
}
