package io.synod.storage.directory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Directories and small files that outlive a power cut once they have been made. Blocks. */
final class LastingFiles {
  static final String PARTIAL = ".partial";

  private LastingFiles() {}

  /** Makes {@code directory}, an absolute path, and what is missing above it. */
  static void createDirectories(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = directory.getParent();
    createDirectories(parent);
    try {
      Files.createDirectory(directory);
    } catch (FileAlreadyExistsException exists) {
      // Another process that starts may have been quicker; anything else is in the way.
      if (!Files.isDirectory(directory)) {
        throw exists;
      }
    }
    force(parent);
  }

  /** Puts {@code content} in place of {@code file}: all of it or nothing. */
  static void replace(Path file, byte[] content) throws IOException {
    Path partial = file.resolveSibling(file.getFileName() + PARTIAL);
    try (FileChannel channel =
        FileChannel.open(
            partial,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    force(file.getParent());
  }

  /** Makes the names in {@code directory} last. */
  static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
