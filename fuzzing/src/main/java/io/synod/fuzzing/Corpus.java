package io.synod.fuzzing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * The inputs that were found bad once, one text file each: lines that begin with {@code #} say why,
 * the others are hexadecimal.
 */
final class Corpus {
  private static final HexFormat HEX = HexFormat.of();
  private static final String SUFFIX = ".hex";
  private static final int LINE_BYTES = 48;

  private final Path folder;

  Corpus(Path folder) {
    this.folder = folder;
  }

  /** By file name; empty if there is no such folder. */
  Map<String, byte[]> inputs() {
    Map<String, byte[]> inputs = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.toString().endsWith(SUFFIX)) {
          inputs.put(file.getFileName().toString(), read(file));
        }
      }
    } catch (NoSuchFileException none) {
      return inputs;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return inputs;
  }

  /** Keeps it under a name that follows from its bytes. */
  Path save(Finding finding) {
    StringBuilder text = new StringBuilder("# " + finding.origin() + "\n");
    text.append("# ")
        .append(finding.cause().toString().lines().findFirst().orElse(""))
        .append("\n");
    byte[] input = finding.input();
    for (int at = 0; at < input.length; at += LINE_BYTES) {
      text.append(HEX.formatHex(input, at, Math.min(input.length, at + LINE_BYTES))).append('\n');
    }
    CRC32C crc = new CRC32C();
    crc.update(input);
    try {
      Files.createDirectories(folder);
      Path file = folder.resolve("found-%08x%s".formatted(crc.getValue(), SUFFIX));
      return Files.writeString(file, text);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static byte[] read(Path file) throws IOException {
    StringBuilder hexadecimal = new StringBuilder();
    for (String line : Files.readAllLines(file)) {
      if (!line.startsWith("#")) {
        hexadecimal.append(line.strip());
      }
    }
    return HEX.parseHex(hexadecimal);
  }
}
