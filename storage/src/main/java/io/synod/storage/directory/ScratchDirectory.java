package io.synod.storage.directory;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A directory for files that no later process needs. Its process holds a lock in it, which the
 * system releases when the process ends for any reason. So others can distinguish a directory in
 * use from one that a killed process has left, and delete the latter. Any thread; every method
 * blocks.
 */
public final class ScratchDirectory {
  private static final String PREFIX = "synod-snapshots-";

  // As Files.createTempDirectory names them: one that a user has named otherwise is never deleted.
  private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9]+");

  private final Path path;
  private final DirectoryLock lock;

  private ScratchDirectory(Path path, DirectoryLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Makes one that only its owner may read, in {@code parent}, which is made if it is not there.
   */
  public static ScratchDirectory make(Path parent) throws IOException {
    Files.createDirectories(parent);
    while (true) {
      Path path = Files.createTempDirectory(parent, PREFIX);
      DirectoryLock lock = lockNew(path);
      if (lock != null) {
        return new ScratchDirectory(path, lock);
      }
    }
  }

  /**
   * Locks what this thread has just made.
   *
   * @return null if another process found the lock file before it was locked, and deletes both
   */
  private static DirectoryLock lockNew(Path path) throws IOException {
    DirectoryLock lock;
    try {
      lock = DirectoryLock.acquire(path);
    } catch (DirectoryException | NoSuchFileException deleted) {
      return null;
    }
    if (Files.exists(path.resolve(DirectoryLock.NAME))) {
      return lock;
    }
    // The other process has deleted the file between its creation here and its lock.
    lock.close();
    return null;
  }

  /** Where it is. Others may have deleted it, as systems clean their temporary files. */
  public Path path() {
    return path;
  }

  /** Deletes it with its files, as far as they are there, and gives its lock back. */
  public void delete() throws IOException {
    try {
      deleteFiles(path);
    } catch (NoSuchFileException deleted) {
      // By the system, which cleans its temporary files.
    } finally {
      lock.close();
    }
    // Behind the lock: a new directory may get this one's file key, by which locks are held.
    Files.deleteIfExists(path);
  }

  /**
   * Deletes the directories in {@code parent} that killed processes of this user have left. It
   * leaves those of other users, those of running processes, those without a lock file, which
   * another process may be making, and those that cannot be deleted: they take space only.
   *
   * @return those that it has deleted
   */
  public static List<Path> deleteAbandoned(Path parent) {
    List<Path> deleted = new ArrayList<>();
    try {
      List<Path> candidates = candidates(parent);
      if (candidates.isEmpty()) {
        return deleted;
      }
      UserPrincipal user = user(parent);
      for (Path candidate : candidates) {
        if (user.equals(owner(candidate)) && deleteUnused(candidate)) {
          deleted.add(candidate);
        }
      }
    } catch (IOException | UnsupportedOperationException refused) {
      // The parent may be readable to others only, or its file system may know no owners.
      return deleted;
    }
    return deleted;
  }

  private static List<Path> candidates(Path parent) throws IOException {
    List<Path> candidates = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path path : found) {
        if (NAME.matcher(path.getFileName().toString()).matches()
            && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
            && isFile(path.resolve(DirectoryLock.NAME))) {
          candidates.add(path);
        }
      }
    } catch (DirectoryIteratorException failure) {
      throw failure.getCause();
    }
    return candidates;
  }

  /** The user of this process: the owner of what it makes. */
  private static UserPrincipal user(Path parent) throws IOException {
    Path mine = Files.createTempDirectory(parent, PREFIX);
    try {
      return owner(mine);
    } finally {
      Files.deleteIfExists(mine);
    }
  }

  /** Null if it is gone. */
  private static UserPrincipal owner(Path path) throws IOException {
    try {
      return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException deleted) {
      return null;
    }
  }

  /** Whether no process uses it and it holds nothing but files; it is deleted with them then. */
  private static boolean deleteUnused(Path path) {
    try {
      ScratchDirectory abandoned = new ScratchDirectory(path, DirectoryLock.acquireExisting(path));
      if (!holdsFilesOnly(path)) {
        abandoned.lock.close();
        return false;
      }
      abandoned.delete();
      return true;
    } catch (IOException refused) {
      // In use, or another process deletes it at this moment.
      return false;
    }
  }

  private static boolean holdsFilesOnly(Path path) throws IOException {
    try (Stream<Path> content = Files.list(path)) {
      return content.allMatch(ScratchDirectory::isFile);
    }
  }

  private static boolean isFile(Path path) {
    return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** The lock file last: if this process is killed meanwhile, the next one goes on. */
  private static void deleteFiles(Path path) throws IOException {
    Path lockFile = path.resolve(DirectoryLock.NAME);
    List<Path> files;
    try (Stream<Path> content = Files.list(path)) {
      files = content.filter(file -> !file.equals(lockFile)).toList();
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
    Files.deleteIfExists(lockFile);
  }
}
