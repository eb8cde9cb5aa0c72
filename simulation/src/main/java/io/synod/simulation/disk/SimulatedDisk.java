package io.synod.simulation.disk;

import io.synod.core.check.Check;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.DiskFile;
import io.synod.storage.disk.WriteMode;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/**
 * A directory in memory behind a page cache: writes go to the cache, and are durable once forced. A
 * power cut keeps a part of the unforced writes as {@link CrashKind} says, sector by sector. A
 * sector written several times since the last force may have any of its last eight versions.
 *
 * <p>One object serves one process. {@link #crash} and {@link #kill} end the process and return the
 * disk for the next one; the old object and its files throw {@link DiskGone} from then on. Faults
 * and capacity belong to the disk, and all processes share them.
 *
 * <p>All random choices come from the random numbers given at construction: the same calls have the
 * same outcome. Nothing blocks; the simulation's thread. A file that is created with a length takes
 * no memory until it is written.
 */
public final class SimulatedDisk implements Disk {
  private final Medium medium;
  // The process has ended, and the next one has begun.
  private boolean over;

  /**
   * An empty disk.
   *
   * @param path its name in messages
   */
  public SimulatedDisk(String path, SplittableRandom random) {
    this(new Medium(path, random));
  }

  private SimulatedDisk(Medium medium) {
    this.medium = medium;
  }

  @Override
  public List<String> list() throws IOException {
    checkHere();
    return List.copyOf(medium.names().current().keySet());
  }

  @Override
  public DiskFile create(String name, long bytes) throws IOException {
    checkHere();
    checkName(name);
    fail(due(DiskFault.CREATE_ERROR), name);
    if (medium.names().get(name) != null) {
      throw new FileAlreadyExistsException(path(name));
    }
    return new SimulatedFile(this, medium, name, medium.create(name, bytes), WriteMode.BUFFERED);
  }

  @Override
  public DiskFile open(String name, WriteMode mode) throws IOException {
    checkHere();
    FileContent content = existing(name);
    if (mode.direct() && medium.directBlockBytes() == 0) {
      throw new IOException(path(name) + ": Invalid argument");
    }
    return new SimulatedFile(this, medium, name, content, mode);
  }

  @Override
  public int directBlockBytes() throws IOException {
    checkHere();
    return medium.directBlockBytes();
  }

  /**
   * Allows direct writes to files, in blocks of {@code blockBytes}; writes of other lengths, at
   * other positions or from other addresses fail. 0, the default: not allowed.
   */
  public void allowDirectWrites(int blockBytes) {
    Check.that(Integer.bitCount(blockBytes) <= 1, "blocks of %d bytes", blockBytes);
    medium.setDirectBlockBytes(blockBytes);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    checkName(to);
    call(DiskFault.RENAME_ERROR, from);
    existing(from);
    medium.names().rename(from, to, medium.nextChange());
  }

  @Override
  public void delete(String name) throws IOException {
    checkHere();
    existing(name);
    medium.names().delete(name, medium.nextChange());
  }

  @Override
  public void force() throws IOException {
    checkHere();
    DiskFault fault = due(DiskFault.NAMES_FORCE_ERROR);
    if (fault != null) {
      medium.failNamesForce();
    }
    fail(fault, "");
    medium.names().force();
  }

  @Override
  public long usableBytes() throws IOException {
    checkHere();
    return medium.usableBytes();
  }

  @Override
  public String path(String name) {
    return medium.path(name);
  }

  /** The disk's armed faults. */
  public DiskFaults faults() {
    return medium.faults();
  }

  /**
   * Limits the total length of all files to {@code bytes}: a call that would exceed it throws
   * {@link io.synod.storage.disk.DiskFull}. A failed creation leaves no file. A write that grows a
   * file writes as much as there is space for, as on real disks. Existing bytes stay. Initially
   * there is no limit.
   */
  public void setCapacity(long bytes) {
    Check.that(bytes >= 0, "a capacity of %d bytes", bytes);
    medium.setCapacity(bytes);
  }

  /**
   * Other users of the disk take all space but {@code bytes}.
   *
   * @return the number of occupied bytes, for {@link #vacate}
   */
  public long occupyAllBut(long bytes) {
    Check.that(bytes >= 0, "occupying all but %d bytes", bytes);
    long taken = Math.max(0, medium.usableBytes() - bytes);
    medium.occupy(taken);
    return taken;
  }

  /** Other users of the disk free {@code bytes} that they have {@link #occupyAllBut occupied}. */
  public void vacate(long bytes) {
    Check.that(bytes >= 0, "vacating %d bytes", bytes);
    medium.occupy(-bytes);
  }

  /**
   * The machine loses its power: the kept changes are drawn, and are durable from now on.
   *
   * @return the disk as the next process finds it
   */
  public SimulatedDisk crash(CrashKind kind) {
    SimulatedDisk next = kill();
    medium.cutPower(kind);
    return next;
  }

  /** A {@link #crash(CrashKind) crash} of a random kind. */
  public SimulatedDisk crash() {
    return crash(medium.drawCrash());
  }

  /**
   * The process is killed while its machine continues: all writes are there, forced or not, and a
   * power cut may still lose unforced ones.
   *
   * @return the disk as the next process finds it
   */
  public SimulatedDisk kill() {
    Check.that(!over, "this life of the disk has ended already");
    over = true;
    return new SimulatedDisk(medium);
  }

  /**
   * Flips a bit of an existing file, in the cache and on the medium. Neither a force nor a crash
   * repairs it, only a new write of the byte.
   *
   * @param bit of that byte; 0 is the least significant
   */
  public void flipBit(String name, long offset, int bit) {
    FileContent file = known(name);
    Check.that(offset >= 0 && offset < file.length(), "file %s has no byte %s", name, offset);
    Check.that(bit >= 0 && bit < Byte.SIZE, "bit %d of a byte", bit);
    file.flip(offset, bit);
  }

  /**
   * Flips a random bit in the files that {@code isMeant} selects, mostly in a written part.
   *
   * @return its place; null if these files are empty or there are none
   */
  public BitFlip flipRandomBit(Predicate<String> isMeant) {
    return medium.flipRandomBit(isMeant);
  }

  /** The file's content as a reader sees it. Never has a fault. */
  public byte[] bytes(String name) {
    return known(name).bytes();
  }

  /** Begins a call that can have this fault; throws if it strikes. */
  void call(DiskFault fault, String name) throws IOException {
    checkHere();
    fail(due(fault), name);
  }

  DiskFault due(DiskFault... ofCall) {
    return medium.faults().due(ofCall);
  }

  /** Fails as {@code fault} requires; does nothing if it is null. */
  void fail(DiskFault fault, String name) throws IOException {
    if (fault != null) {
      throw new IOException(path(name) + ": Input/output error");
    }
  }

  void checkHere() throws DiskGone {
    if (over) {
      throw new DiskGone(path(""));
    }
  }

  private FileContent existing(String name) throws NoSuchFileException {
    FileContent file = medium.names().get(name);
    if (file == null) {
      throw new NoSuchFileException(path(name));
    }
    return file;
  }

  private FileContent known(String name) {
    FileContent file = medium.names().get(name);
    Check.that(file != null, "no file %s on disk %s", name, path(""));
    return file;
  }

  private static void checkName(String name) {
    Check.that(!name.isEmpty() && name.indexOf('/') < 0, "%s names no file of %s", name, "a disk");
  }
}
