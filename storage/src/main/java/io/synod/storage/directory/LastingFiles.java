package io.synod.storage.directory;

import io.synod.storage.disk.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;

/** Creates directories and small files that survive a power cut. Blocks. */
public final class LastingFiles {
  static final String PARTIAL = ".partial";

  private LastingFiles() {}

  private static final FileAttribute<?>[] USUAL = {};

  /**
   * Makes {@code directory}, an absolute path, for its owner only, and what is missing above it
   * with the usual permissions.
   */
  static void createDirectories(Path directory) throws IOException {
    create(directory, OwnerOnly.directory(directory));
  }

  private static void create(Path directory, FileAttribute<?>[] attributes) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = directory.getParent();
    create(parent, USUAL);
    try {
      Files.createDirectory(directory, attributes);
    } catch (FileAlreadyExistsException exists) {
      // Another process that starts may have been quicker; anything else is in the way.
      if (!Files.isDirectory(directory)) {
        throw exists;
      }
    }
    force(parent);
  }

  /**
   * Puts {@code content} in place of {@code file}: all of it or nothing.
   *
   * @throws IOException if it cannot; names the file
   */
  public static void replace(Path file, byte[] content) throws IOException {
    Path partial = file.resolveSibling(file.getFileName() + PARTIAL);
    try (FileChannel channel =
        FileChannel.open(
            partial,
            Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE),
            OwnerOnly.file(partial))) {
      write(channel, content, file);
    }
    Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    force(file.getParent());
  }

  // The JDK names the file where it opens one, and not where a write fails.
  private static void write(FileChannel channel, byte[] content, Path file) throws IOException {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    } catch (IOException failure) {
      throw new IOException(file + " cannot be written: " + failure.getMessage(), failure);
    }
  }

  /** Makes the names in {@code directory} last. */
  static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
