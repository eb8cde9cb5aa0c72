package io.synod.storage.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Permissions of a replica's files: only their owner reads and writes them. A file system without
 * POSIX permissions is left as it is.
 */
public final class OwnerOnly {
  private static final Set<PosixFilePermission> FILE =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  private static final Set<PosixFilePermission> DIRECTORY =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);
  private static final FileAttribute<?>[] NONE = {};

  private OwnerOnly() {}

  /** With what a file is created at {@code path}. */
  public static FileAttribute<?>[] file(Path path) {
    return created(path, FILE);
  }

  /** With what a directory is created at {@code path}. */
  public static FileAttribute<?>[] directory(Path path) {
    return created(path, DIRECTORY);
  }

  private static FileAttribute<?>[] created(Path path, Set<PosixFilePermission> permissions) {
    return isPosix(path)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
        : NONE;
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /**
   * Takes from all other users what they may do with {@code directory} and the files in it, but not
   * in the directories in it. Does nothing if it is not there. Blocks.
   *
   * @return why some of it stays as it was, in sentences for the user; empty if nothing does
   */
  public static List<String> restrict(Path directory) throws IOException {
    List<String> refused = new ArrayList<>();
    if (!Files.isDirectory(directory) || !isPosix(directory)) {
      return refused;
    }
    restrict(directory, DIRECTORY, refused);
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(OwnerOnly::isFile).toList()) {
        restrict(file, FILE, refused);
      }
    }
    return refused;
  }

  /** A link may lead to a file that is none of the replica's. */
  private static boolean isFile(Path path) {
    return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static void restrict(
      Path path, Set<PosixFilePermission> permissions, List<String> refused) throws IOException {
    Set<PosixFilePermission> now = Files.getPosixFilePermissions(path);
    EnumSet<PosixFilePermission> others = EnumSet.allOf(PosixFilePermission.class);
    others.removeAll(DIRECTORY);
    others.retainAll(now);
    if (others.isEmpty()) {
      return;
    }
    try {
      Files.setPosixFilePermissions(path, permissions);
    } catch (IOException refusal) {
      // The file system may not keep permissions, or the file may be another user's.
      refused.add(
          "%s may be read by other users of this machine (%s), and that cannot be changed: %s"
              .formatted(path, PosixFilePermissions.toString(now), refusal.getMessage()));
    }
  }
}
