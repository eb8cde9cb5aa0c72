package io.synod.chaos.hostile;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;

/**
 * The peak memory use of a replica's process.
 *
 * @param heapBytes in use after a collection
 * @param directBytes of direct buffers, cached ones included
 */
record MemoryFigures(long heapBytes, long directBytes) {

  /** The file of the replica with this configuration. */
  static Path file(Path config) {
    return config.resolveSibling(config.getFileName() + ".memory");
  }

  static MemoryFigures read(Path file) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(Files.readString(file)));
    return new MemoryFigures(number(properties, "heap"), number(properties, "direct"));
  }

  private static long number(Properties properties, String name) throws IOException {
    String text = properties.getProperty(name);
    if (text == null) {
      throw new IOException("no " + name + " among " + properties);
    }
    return Long.parseLong(text);
  }

  /** Replaces the file atomically. */
  void write(Path file) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, "heap=%d%ndirect=%d%n".formatted(heapBytes, directBytes));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  MemoryFigures max(MemoryFigures other) {
    return new MemoryFigures(
        Math.max(heapBytes, other.heapBytes), Math.max(directBytes, other.directBytes));
  }
}
