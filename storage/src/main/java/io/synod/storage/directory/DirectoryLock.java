package io.synod.storage.directory;

import io.synod.storage.disk.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps a directory to one user: a lock of the operating system on the file {@code lock}, which the
 * system releases when the process that holds it ends for any reason. Any thread.
 */
final class DirectoryLock implements AutoCloseable {
  /** The file that is locked. */
  static final String NAME = "lock";

  private static final Pattern PROCESS = Pattern.compile("pid = ([0-9]+)\\s*");

  // POSIX takes all locks on a file from a process that closes the file, whichever of its
  // descriptors took them. So a lock file is never opened while this JVM holds it: these are the
  // directories that it holds, with their open lock files. A collected channel would be closed: its
  // directory would be free for other processes, and a new directory could get its key. Also the
  // monitor that lets one thread at a time open a lock file.
  private static final Map<Object, FileChannel> HELD = new HashMap<>();

  // Lock files that were found to be held by this JVM, but not through this class (another class
  // loader has its own): to close one would unlock it for its holder.
  private static final List<FileChannel> NEVER_CLOSED = new ArrayList<>();

  private final Object key;
  private final FileChannel channel;
  private boolean closed;

  private DirectoryLock(Object key, FileChannel channel) {
    this.key = key;
    this.channel = channel;
  }

  /**
   * Takes the lock, without waiting.
   *
   * @throws DirectoryException if another process or this one holds it; it is named
   */
  static DirectoryLock acquire(Path directory) throws IOException {
    return acquire(
        directory,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  /**
   * Takes the lock, without waiting; creates nothing.
   *
   * @throws DirectoryException if another process or this one holds it; it is named
   * @throws NoSuchFileException if there is no lock file
   */
  static DirectoryLock acquireExisting(Path directory) throws IOException {
    return acquire(directory, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  private static DirectoryLock acquire(Path directory, Set<StandardOpenOption> options)
      throws IOException {
    synchronized (HELD) {
      Object key = requireNotHeldHere(directory);
      FileChannel channel =
          FileChannel.open(lockFile(directory), options, OwnerOnly.file(directory));
      lock(directory, channel, false);
      try {
        writeProcess(channel);
      } catch (IOException failure) {
        channel.close();
        throw failure;
      }
      HELD.put(key, channel);
      return new DirectoryLock(key, channel);
    }
  }

  /**
   * Checks whether a process holds the lock; creates nothing. For the moment of this call, a
   * replica that starts on the directory is refused.
   *
   * @throws DirectoryException if another process or this one holds it; it is named
   */
  static void requireFree(Path directory) throws IOException {
    synchronized (HELD) {
      requireNotHeldHere(directory);
      FileChannel channel;
      try {
        channel = FileChannel.open(lockFile(directory), StandardOpenOption.READ);
      } catch (NoSuchFileException missing) {
        return;
      }
      lock(directory, channel, true);
      channel.close();
    }
  }

  /** Gives the lock back. The file stays: removing it would let two processes lock two files. */
  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      if (!closed) {
        closed = true;
        try {
          channel.close();
        } finally {
          HELD.remove(key);
        }
      }
    }
  }

  private static Path lockFile(Path directory) throws DirectoryException {
    Path file = directory.resolve(NAME);
    if (Files.isDirectory(file)) {
      throw DirectoryException.of(
          directory,
          "holds a directory '%s', where the lock file belongs: move it away, or name another directory"
              .formatted(NAME));
    }
    return file;
  }

  /** Locks the file of {@code channel}, or closes it and throws. */
  private static void lock(Path directory, FileChannel channel, boolean shared) throws IOException {
    FileLock lock;
    try {
      lock = channel.tryLock(0, Long.MAX_VALUE, shared);
    } catch (OverlappingFileLockException held) {
      NEVER_CLOSED.add(channel);
      throw heldHere(directory);
    } catch (IOException failure) {
      channel.close();
      throw failure;
    }
    if (lock == null) {
      String advice = shared ? "" : ", or name another directory";
      try (channel) {
        throw DirectoryException.of(
            directory,
            "is in use by %s: stop that one first%s".formatted(process(channel), advice));
      }
    }
  }

  private static Object requireNotHeldHere(Path directory) throws IOException {
    Object file = Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
    Object key = file == null ? directory.toRealPath() : file;
    if (HELD.containsKey(key)) {
      throw heldHere(directory);
    }
    return key;
  }

  private static DirectoryException heldHere(Path directory) {
    return DirectoryException.of(
        directory,
        "is in use in this process (%d) already: each replica, learner and backup needs a directory of its own"
            .formatted(ProcessHandle.current().pid()));
  }

  private static void writeProcess(FileChannel channel) throws IOException {
    // Of constant length: a full disk has space for it once it was written.
    String text = String.format(Locale.ROOT, "pid = %-20d\n", ProcessHandle.current().pid());
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    while (bytes.hasRemaining()) {
      channel.write(bytes, bytes.position());
    }
  }

  private static String process(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(64);
    channel.read(bytes, 0);
    String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
    Matcher matcher = PROCESS.matcher(text);
    // The holder writes it right after it has taken the lock; a moment before, there is none.
    return matcher.matches() ? "process " + matcher.group(1) : "another process";
  }
}
