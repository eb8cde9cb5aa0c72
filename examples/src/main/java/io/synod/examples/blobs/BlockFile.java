package io.synod.examples.blobs;

import io.synod.service.Snapshot;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Blocks in a file, copied on write: while a view is open, a block that it contains is written to
 * another place of the file. One writer; another thread reads and closes a view.
 */
final class BlockFile implements AutoCloseable {
  private static final int VERSION = 1;
  private static final int NOWHERE = -1;

  private final Path path;
  private final int blockBytes;
  private final FileChannel lock;
  private final FileChannel file;

  // The place of each block in the file, counted in blocks; NOWHERE if it was never written.
  private int[] places = new int[0];
  private int count;

  // Invariant: every place of [0, end) holds a block, is free, or is left.
  private int end;
  private final ArrayDeque<Integer> free = new ArrayDeque<>();
  private final List<Left> left = new ArrayList<>();

  private final Set<View> views = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean viewClosed = new AtomicBoolean();

  /** A place that no longer holds {@code block}, except in an open view. */
  private record Left(int block, int place) {}

  BlockFile(Path directory, int blockBytes) throws IOException {
    this.path = Files.createDirectories(directory).resolve("blocks");
    this.blockBytes = blockBytes;
    this.lock = lock(directory);
    this.file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
  }

  /**
   * Before the blocks of a running process are cut off. In a file of its own: a lock ends when its
   * process closes any channel of the file, and each snapshot does so with the blocks.
   */
  private static FileChannel lock(Path directory) throws IOException {
    FileChannel lock =
        FileChannel.open(
            directory.resolve("blocks.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean isLocked = false;
    try {
      isLocked = lock.tryLock() != null;
    } catch (OverlappingFileLockException ofThisProcess) {
      // Refused below, as that of another process.
    } finally {
      if (!isLocked) {
        lock.close();
      }
    }
    if (!isLocked) {
      throw new IOException(directory + " is in use by another block store: choose another one");
    }
    return lock;
  }

  /** The number of blocks that were ever written. */
  int count() {
    return count;
  }

  /** Reads a block into {@code into}, which has its size; false if the block was never written. */
  boolean read(int block, ByteBuffer into) throws IOException {
    if (block >= places.length || places[block] == NOWHERE) {
      return false;
    }
    readFully(file, places[block], into);
    return true;
  }

  /** Writes a whole block. */
  void write(int block, ByteBuffer bytes) throws IOException {
    if (block >= places.length) {
      int known = places.length;
      places = Arrays.copyOf(places, Math.max(block + 1, 2 * known));
      Arrays.fill(places, known, places.length, NOWHERE);
    }
    int place = places[block];
    if (place == NOWHERE) {
      count++;
      places[block] = allocate();
    } else if (isViewed(block, place)) {
      left.add(new Left(block, place));
      places[block] = allocate();
    }
    long at = (long) places[block] * blockBytes;
    while (bytes.hasRemaining()) {
      at += file.write(bytes, at);
    }
  }

  /** The current blocks. Copies the table of their places, but no block. */
  View capture() {
    View view = new View(places.clone(), count);
    views.add(view);
    return view;
  }

  /** Replaces all blocks by those of a snapshot; holds one block at a time in memory. */
  void restore(InputStream in) throws IOException {
    clear();
    DataInputStream data = new DataInputStream(in);
    expect("version", VERSION, data.readInt());
    expect("size of a block", blockBytes, data.readInt());
    byte[] bytes = new byte[blockBytes];
    int last = -1;
    for (int blocks = data.readInt(); blocks != 0; blocks--) {
      int block = data.readInt();
      if (block <= last || block >= BlobStore.BLOCKS_MAX) {
        throw new IOException("snapshot of blocks: block %d behind %d".formatted(block, last));
      }
      data.readFully(bytes);
      write(block, ByteBuffer.wrap(bytes));
      last = block;
    }
  }

  private void clear() {
    for (int block = 0; block < places.length; block++) {
      if (places[block] != NOWHERE) {
        left.add(new Left(block, places[block]));
      }
    }
    places = new int[0];
    count = 0;
    freeWhatWasLeft();
  }

  private int allocate() {
    if (viewClosed.getAndSet(false)) {
      freeWhatWasLeft();
    }
    return free.isEmpty() ? end++ : free.pop();
  }

  private void freeWhatWasLeft() {
    left.removeIf(
        one -> {
          boolean viewed = isViewed(one.block, one.place);
          if (!viewed) {
            free.push(one.place);
          }
          return !viewed;
        });
  }

  private boolean isViewed(int block, int place) {
    for (View view : views) {
      if (block < view.places.length && view.places[block] == place) {
        return true;
      }
    }
    return false;
  }

  private void readFully(FileChannel from, int place, ByteBuffer into) throws IOException {
    long at = (long) place * blockBytes;
    while (into.hasRemaining()) {
      int read = from.read(into, at);
      if (read < 0) {
        throw new EOFException("%s ends before place %d".formatted(path, place));
      }
      at += read;
    }
  }

  private static void expect(String what, int expected, int found) throws IOException {
    if (expected != found) {
      throw new IOException(
          "snapshot of blocks: %s is %d, not %d".formatted(what, found, expected));
    }
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      file.close();
    }
  }

  /** The blocks at the time of the capture. */
  final class View implements Snapshot {
    private final int[] places;
    private final int count;

    private View(int[] places, int count) {
      this.places = places;
      this.count = count;
    }

    /** Big-endian: version, size of a block, count of blocks; then the number and bytes of each. */
    @Override
    public void writeTo(OutputStream out) throws IOException {
      DataOutputStream data = new DataOutputStream(out);
      data.writeInt(VERSION);
      data.writeInt(blockBytes);
      data.writeInt(count);
      ByteBuffer bytes = ByteBuffer.allocate(blockBytes);
      // A separate channel, because an interrupt closes the channel from which a thread reads.
      try (FileChannel from = FileChannel.open(path, StandardOpenOption.READ)) {
        for (int block = 0; block < places.length; block++) {
          if (places[block] != NOWHERE) {
            readFully(from, places[block], bytes.clear());
            data.writeInt(block);
            data.write(bytes.array());
          }
        }
      }
    }

    /** Frees the places that only this view used. */
    @Override
    public void close() {
      views.remove(this);
      viewClosed.set(true);
    }
  }
}
