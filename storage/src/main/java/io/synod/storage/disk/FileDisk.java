package io.synod.storage.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A directory of the file system. The calling thread must not be interrupted: the JDK closes a file
 * that is in use at that moment, and the outcome of a write is then unknown.
 */
public final class FileDisk implements Disk {
  /** The name of a file that is there for a moment, to find out whether direct writes work. */
  public static final String TRIAL = "direct.trial";

  private static final int ZEROS_BYTES = 1 << 20;
  private static final int DIRECT_BYTES_MAX = 1 << 15;
  private static final int UNKNOWN = -1;

  private final Path directory;
  private final boolean writable;
  private ByteBuffer zeros;
  private int directBlockBytes = UNKNOWN;

  private FileDisk(Path directory, boolean writable) {
    this.directory = directory;
    this.writable = writable;
  }

  /** An existing directory. */
  public static FileDisk of(Path directory) {
    return new FileDisk(directory, true);
  }

  /** An existing directory in which nothing can be written, not even by mistake: for tools. */
  public static FileDisk readOnly(Path directory) {
    return new FileDisk(directory, false);
  }

  @Override
  public List<String> list() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  /**
   * {@inheritDoc} Only its owner may read it. The zeros are written, not left out, so that a later
   * write inside the file needs no space, and forcing it no more than the data.
   */
  @Override
  public DiskFile create(String name, long bytes) throws IOException {
    requireWritable(name);
    Path path = directory.resolve(name);
    FileChannel channel;
    try {
      channel =
          FileChannel.open(
              path,
              Set.of(
                  StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
              OwnerOnly.file(path));
    } catch (IOException failure) {
      throw Space.orOther(failure, path);
    }
    OpenFile file = new OpenFile(path, channel);
    try {
      fill(file, bytes);
      return file;
    } catch (IOException failure) {
      discard(file, failure);
      throw failure;
    }
  }

  @Override
  public DiskFile open(String name, WriteMode mode) throws IOException {
    Path path = directory.resolve(name);
    Set<OpenOption> options = new HashSet<>();
    options.add(StandardOpenOption.READ);
    if (writable) {
      options.add(StandardOpenOption.WRITE);
    }
    if (mode.direct()) {
      options.add(DirectOption.find());
    }
    if (mode.synced()) {
      options.add(StandardOpenOption.DSYNC);
    }
    return new OpenFile(path, FileChannel.open(path, options));
  }

  /**
   * {@inheritDoc} Tried with a file of one block: some file systems refuse to open one for it,
   * others the first write.
   */
  @Override
  public int directBlockBytes() throws IOException {
    if (directBlockBytes == UNKNOWN) {
      directBlockBytes = writable ? tryDirect() : 0;
    }
    return directBlockBytes;
  }

  private int tryDirect() throws IOException {
    long blockBytes = Files.getFileStore(directory).getBlockSize();
    if (blockBytes > DIRECT_BYTES_MAX) {
      return 0;
    }
    int bytes = (int) blockBytes;
    Files.deleteIfExists(directory.resolve(TRIAL));
    try {
      create(TRIAL, bytes).close();
    } catch (DiskFull full) {
      // A disk without a block to spare has other worries; what follows is refused or waits.
      return 0;
    }
    try (DiskFile file = open(TRIAL, new WriteMode(true, false))) {
      file.write(0, ByteBuffer.allocateDirect(2 * bytes).alignedSlice(bytes).limit(bytes));
      return bytes;
    } catch (IOException | UnsupportedOperationException cannot) {
      return 0;
    } finally {
      Files.deleteIfExists(directory.resolve(TRIAL));
    }
  }

  @Override
  public void rename(String from, String to) throws IOException {
    requireWritable(from);
    Files.move(
        directory.resolve(from),
        directory.resolve(to),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void delete(String name) throws IOException {
    requireWritable(name);
    Files.delete(directory.resolve(name));
  }

  @Override
  public void force() throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public long usableBytes() throws IOException {
    return Files.getFileStore(directory).getUsableSpace();
  }

  @Override
  public String path(String name) {
    return directory.resolve(name).toString();
  }

  @Override
  public String toString() {
    return directory.toString();
  }

  private void requireWritable(String name) throws IOException {
    if (!writable) {
      throw new IOException(path(name) + " is not to be changed: the directory was opened to read");
    }
  }

  private void fill(OpenFile file, long bytes) throws IOException {
    if (zeros == null) {
      zeros = ByteBuffer.allocateDirect(ZEROS_BYTES);
    }
    for (long position = 0; position < bytes; position += ZEROS_BYTES) {
      zeros.clear().limit((int) Math.min(ZEROS_BYTES, bytes - position));
      file.write(position, zeros);
    }
  }

  // The words of the system's error depend on its language; what is left does not. Only where a
  // file was to grow: what it had is not at stake, whatever the reason was.
  private boolean isUsedUp(long bytes) {
    try {
      return usableBytes() < Math.min(bytes, ZEROS_BYTES);
    } catch (IOException unknown) {
      return false;
    }
  }

  private static void discard(OpenFile file, IOException cause) {
    try {
      file.close();
    } catch (IOException second) {
      cause.addSuppressed(second);
    }
    try {
      Files.deleteIfExists(file.path);
    } catch (IOException second) {
      cause.addSuppressed(second);
    }
  }

  private final class OpenFile implements DiskFile {
    private final Path path;
    private final FileChannel channel;

    OpenFile(Path path, FileChannel channel) {
      this.path = path;
      this.channel = channel;
    }

    @Override
    public long bytes() throws IOException {
      return channel.size();
    }

    @Override
    public int read(long position, ByteBuffer into) throws IOException {
      int total = 0;
      while (into.hasRemaining()) {
        int read = channel.read(into, position + total);
        if (read < 0) {
          break;
        }
        total += read;
      }
      return total;
    }

    @Override
    public void write(long position, ByteBuffer from) throws IOException {
      requireWritable(path.getFileName().toString());
      long at = position;
      try {
        while (from.hasRemaining()) {
          at += channel.write(from, at);
        }
      } catch (IOException failure) {
        throw grows(at, from) && isUsedUp(from.remaining())
            ? Space.full(failure, path)
            : Space.orOther(failure, path);
      }
    }

    private boolean grows(long at, ByteBuffer from) {
      try {
        return at + from.remaining() > channel.size();
      } catch (IOException unknown) {
        return false;
      }
    }

    @Override
    public void force() throws IOException {
      channel.force(false);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }

    @Override
    public String toString() {
      return path.toString();
    }
  }
}
