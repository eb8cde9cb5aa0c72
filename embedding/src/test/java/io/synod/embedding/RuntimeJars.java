package io.synod.embedding;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The runtime class path of a project that depends on a replica and a client, as Maven says. */
final class RuntimeJars {
  private static final Path LIST = Path.of("target", "runtime.classpath");
  private static final Path LIST_OF_TESTS = Path.of("target", "test.classpath");

  private RuntimeJars() {}

  /** Every entry: jars of others; of Synod's modules, jars or the folders of their classes. */
  static List<Path> all() {
    return entries(LIST);
  }

  /** The same for its tests, with the test kit. */
  static List<Path> ofTests() {
    return entries(LIST_OF_TESTS);
  }

  private static List<Path> entries(Path file) {
    try {
      String list = Files.readString(file).strip();
      return Arrays.stream(list.split(File.pathSeparator)).map(Path::of).toList();
    } catch (IOException notListed) {
      throw new UncheckedIOException(file + " is missing: run the tests with Maven", notListed);
    }
  }

  /** Those that are not Synod's own. */
  static List<Path> ofOthers() {
    return all().stream().filter(entry -> !isOfSynod(entry)).toList();
  }

  static boolean isOfSynod(Path entry) {
    Path name = entry.getFileName();
    return Files.isDirectory(entry) || name.toString().startsWith("synod-");
  }

  /** The bytes of a jar, or those that the jar of a folder of classes would have. */
  static long bytes(Path entry) {
    try {
      return Files.isDirectory(entry) ? zipped(entry) : Files.size(entry);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static long zipped(Path folder) throws IOException {
    Counter counter = new Counter();
    zip(folder, counter);
    return counter.bytes;
  }

  /** Writes a jar of the folder's files. */
  static void zip(Path folder, OutputStream out) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(out);
        Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        zip.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
  }

  private static final class Counter extends OutputStream {
    private long bytes;

    @Override
    public void write(int one) {
      bytes++;
    }

    @Override
    public void write(byte[] some, int offset, int length) {
      bytes += length;
    }
  }
}
