package io.synod.storage.journal;

import io.synod.storage.disk.Disk;
import io.synod.storage.disk.DiskFile;
import io.synod.storage.disk.DiskFull;
import io.synod.storage.disk.WriteMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A disk in memory with a page cache: what was not forced may be lost in a power cut, sector by
 * sector. Every call is counted, and any of them can be made to fail.
 */
final class MemoryDisk implements Disk {
  static final int SECTOR = 512;

  /** The machine is off; what called knows no more. */
  static final class PowerCut extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PowerCut() {
      super("power cut", null, false, false);
    }
  }

  /** What a call of the disk does instead; null lets it work. */
  interface Fault {
    IOException at(long call, String what);
  }

  private final Map<String, Inode> names;
  private final Map<String, Inode> lastingNames = new TreeMap<>();
  private final List<UnaryOperator<Map<String, Inode>>> nameChanges = new ArrayList<>();
  final List<String> calls = new ArrayList<>();
  private Fault fault = (call, what) -> null;
  long usableBytes = Long.MAX_VALUE / 2;
  int open;

  /** Whether the force that is going on is part of a write that waits. */
  boolean isWithinWrite;

  private final WriteVariant variant;

  MemoryDisk() {
    this(WriteVariant.BUFFERED);
  }

  /**
   * @param variant in which the journal is written on it
   */
  MemoryDisk(WriteVariant variant) {
    this.variant = variant;
    names = new TreeMap<>();
  }

  /** Of small segments, written in this disk's variant. */
  JournalSettings small() {
    return new JournalSettings(4096, 0, variant.mode);
  }

  /** The first numbers of seeds that are close to each other are not. */
  static Random random(long seed) {
    return new Random(seed * 0x9e3779b97f4a7c15L);
  }

  /** A copy in which everything lasts. */
  MemoryDisk copy() {
    MemoryDisk copy = new MemoryDisk(variant);
    names.forEach((name, inode) -> copy.names.put(name, new Inode(inode.bytes.clone())));
    copy.lastingNames.putAll(copy.names);
    return copy;
  }

  /** A copy in which everything lasts, and one file is missing. */
  MemoryDisk without(String name) {
    MemoryDisk copy = copy();
    copy.names.remove(name);
    copy.lastingNames.remove(name);
    return copy;
  }

  /** What another start finds after the process alone was killed: nothing is lost, or forced. */
  MemoryDisk killed() {
    fault = (call, what) -> null;
    calls.clear();
    open = 0;
    return this;
  }

  /** What another start finds after a power cut. */
  MemoryDisk afterPowerCut(Random random) {
    Map<String, Inode> left = new TreeMap<>(lastingNames);
    for (UnaryOperator<Map<String, Inode>> change : nameChanges) {
      if (random.nextBoolean()) {
        left = change.apply(left);
      }
    }
    MemoryDisk disk = new MemoryDisk(variant);
    left.forEach((name, inode) -> disk.names.put(name, new Inode(inode.afterPowerCut(random))));
    disk.lastingNames.putAll(disk.names);
    return disk;
  }

  void failWith(Fault wanted) {
    fault = wanted;
  }

  boolean holds(String name) {
    return names.containsKey(name);
  }

  byte[] bytes(String name) {
    return names.get(name).bytes;
  }

  void put(String name, byte[] bytes) {
    names.put(name, new Inode(bytes.clone()));
    lastingNames.put(name, names.get(name));
  }

  /** An operator deletes the file. */
  void lose(String name) {
    names.remove(name);
    lastingNames.remove(name);
  }

  @Override
  public List<String> list() throws IOException {
    call("list");
    return List.copyOf(names.keySet());
  }

  @Override
  public DiskFile create(String name, long bytes) throws IOException {
    call("create " + name);
    if (usableBytes < bytes) {
      throw new DiskFull("no space for " + name, null);
    }
    if (names.containsKey(name)) {
      throw new IOException(name + " exists");
    }
    usableBytes -= bytes;
    Inode inode = new Inode(new byte[0]);
    inode.write(0, new byte[(int) bytes]);
    change(
        left -> {
          left.put(name, inode);
          return left;
        });
    return new OpenFile(name, inode, WriteMode.BUFFERED);
  }

  @Override
  public DiskFile open(String name, WriteMode mode) throws IOException {
    call("open " + name);
    if (!names.containsKey(name)) {
      throw new IOException(name + " does not exist");
    }
    if (mode.direct() && variant.blockBytes == 0) {
      throw new IOException("Invalid argument");
    }
    return new OpenFile(name, names.get(name), mode);
  }

  @Override
  public int directBlockBytes() {
    return variant.blockBytes;
  }

  @Override
  public void rename(String from, String to) throws IOException {
    call("rename " + from + " " + to);
    Inode inode = names.get(from);
    if (inode == null) {
      throw new NoSuchFileException(from);
    }
    change(
        left -> {
          left.remove(from);
          left.put(to, inode);
          return left;
        });
  }

  @Override
  public void delete(String name) throws IOException {
    call("delete " + name);
    if (!names.containsKey(name)) {
      throw new NoSuchFileException(name);
    }
    usableBytes += names.get(name).bytes.length;
    change(
        left -> {
          left.remove(name);
          return left;
        });
  }

  @Override
  public void force() throws IOException {
    call("force directory");
    lastingNames.clear();
    lastingNames.putAll(names);
    nameChanges.clear();
  }

  @Override
  public long usableBytes() throws IOException {
    call("usable");
    return usableBytes;
  }

  @Override
  public String path(String name) {
    return "memory/" + name;
  }

  private void change(UnaryOperator<Map<String, Inode>> change) {
    change.apply(names);
    nameChanges.add(change);
  }

  private void call(String what) throws IOException {
    IOException failure = fault.at(calls.size(), what);
    calls.add(what);
    if (failure != null) {
      throw failure;
    }
  }

  private static final class Inode {
    private byte[] bytes;
    private byte[] lasting;
    private final List<Write> unforced = new ArrayList<>();

    private record Write(int position, byte[] bytes) {}

    Inode(byte[] bytes) {
      this.bytes = bytes;
      this.lasting = bytes.clone();
    }

    void write(int position, byte[] written) {
      bytes = apply(bytes, position, written);
      unforced.add(new Write(position, written));
    }

    void force() {
      lasting = bytes.clone();
      unforced.clear();
    }

    /** Each sector is as any of the unforced writes has left it, and a new end may be missing. */
    byte[] afterPowerCut(Random random) {
      byte[] left = Arrays.copyOf(lasting, bytes.length);
      for (int sector = 0; sector < bytes.length; sector += SECTOR) {
        int end = Math.min(bytes.length, sector + SECTOR);
        int writes = random.nextInt(unforced.size() + 1);
        for (Write write : unforced.subList(0, writes)) {
          int from = Math.max(sector, write.position);
          int to = Math.min(end, write.position + write.bytes.length);
          if (from < to) {
            System.arraycopy(write.bytes, from - write.position, left, from, to - from);
          }
        }
      }
      int length = lasting.length;
      if (bytes.length > length && random.nextInt(3) > 0) {
        length =
            random.nextBoolean() ? bytes.length : length + random.nextInt(bytes.length - length);
      }
      return Arrays.copyOf(left, length);
    }

    private static byte[] apply(byte[] old, int position, byte[] written) {
      int end = position + written.length;
      byte[] changed = end <= old.length ? old : Arrays.copyOf(old, end);
      System.arraycopy(written, 0, changed, position, written.length);
      return changed;
    }
  }

  private final class OpenFile implements DiskFile {
    private final String name;
    private final Inode inode;
    private final WriteMode mode;

    OpenFile(String name, Inode inode, WriteMode mode) {
      this.name = name;
      this.inode = inode;
      this.mode = mode;
      open++;
    }

    @Override
    public long bytes() throws IOException {
      call("size " + name);
      return inode.bytes.length;
    }

    @Override
    public int read(long position, ByteBuffer into) throws IOException {
      call("read " + name);
      int bytes = (int) Math.min(into.remaining(), Math.max(0, inode.bytes.length - position));
      into.put(inode.bytes, (int) position, bytes);
      return bytes;
    }

    @Override
    public void write(long position, ByteBuffer from) throws IOException {
      requireBlocks(position, from);
      byte[] written = new byte[from.remaining()];
      from.duplicate().get(written);
      try {
        call("write " + name);
      } catch (DiskFull full) {
        // Some of it may have been written.
        inode.write((int) position, Arrays.copyOf(written, written.length / 2));
        throw full;
      }
      from.position(from.limit());
      inode.write((int) position, written);
      if (mode.synced()) {
        isWithinWrite = true;
        try {
          force();
        } finally {
          isWithinWrite = false;
        }
      }
    }

    private void requireBlocks(long position, ByteBuffer from) throws IOException {
      boolean isAligned =
          !mode.direct()
              || position % variant.blockBytes == 0
                  && from.remaining() % variant.blockBytes == 0
                  && from.alignmentOffset(from.position(), variant.blockBytes) == 0;
      if (!isAligned) {
        throw new IOException("Invalid argument");
      }
    }

    @Override
    public void force() throws IOException {
      call("force " + name);
      inode.force();
    }

    @Override
    public void close() throws IOException {
      open--;
      call("close " + name);
    }
  }
}
