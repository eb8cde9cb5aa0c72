package io.synod.storage.disk;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.List;

/**
 * A disk with a quota for one directory and everything below it. It reports the free space within
 * the quota, so it limits callers that ask before they take space, and no others. Several may share
 * one directory.
 */
public final class QuotaDisk implements Disk {
  private final Disk disk;
  private final Path directory;
  private final long maxBytes;

  /**
   * @param directory whose files count by their lengths, whichever process wrote them; links are
   *     followed
   */
  public QuotaDisk(Disk disk, Path directory, long maxBytes) {
    this.disk = disk;
    this.directory = directory;
    this.maxBytes = maxBytes;
  }

  /** Free space of the disk or of the quota, whichever is less. Never negative. */
  @Override
  public long usableBytes() throws IOException {
    return Math.max(0, Math.min(disk.usableBytes(), maxBytes - heldBytes()));
  }

  private long heldBytes() throws IOException {
    Lengths lengths = new Lengths();
    // A directory may be a link to another disk, as may those in it.
    Files.walkFileTree(
        directory, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, lengths);
    return lengths.bytes;
  }

  @Override
  public List<String> list() throws IOException {
    return disk.list();
  }

  @Override
  public DiskFile create(String name, long bytes) throws IOException {
    return disk.create(name, bytes);
  }

  @Override
  public DiskFile open(String name, WriteMode mode) throws IOException {
    return disk.open(name, mode);
  }

  @Override
  public int directBlockBytes() throws IOException {
    return disk.directBlockBytes();
  }

  @Override
  public void rename(String from, String to) throws IOException {
    disk.rename(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    disk.delete(name);
  }

  @Override
  public void force() throws IOException {
    disk.force();
  }

  @Override
  public String path(String name) {
    return disk.path(name);
  }

  @Override
  public String toString() {
    return disk.toString();
  }

  private static final class Lengths extends SimpleFileVisitor<Path> {
    private long bytes;

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      bytes += attributes.size();
      return FileVisitResult.CONTINUE;
    }

    /** Deleted while it was looked at: it takes no space. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException gone) {
      return FileVisitResult.CONTINUE;
    }
  }
}
