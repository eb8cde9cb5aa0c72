package io.synod.benchmarks.sweep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The rows of {@link Regret} in a folder, of this run and of earlier ones. */
public final class RegretFile {
  private static final int KEY_FIELDS = 3;

  private final Path file;
  private final List<String> lines = new ArrayList<>();

  /**
   * Reads the rows that are there.
   *
   * @throws UncheckedIOException if they are of another version, or cannot be read
   */
  public RegretFile(Path folder) {
    file = folder.resolve("regret.csv");
    try {
      if (!Files.exists(file)) {
        Files.writeString(file, Regret.HEADER + "\n");
      }
      lines.addAll(Files.readAllLines(file));
      if (lines.isEmpty() || !lines.remove(0).equals(Regret.HEADER)) {
        throw new IOException(file + " is of another version; choose another folder, or remove it");
      }
    } catch (IOException refused) {
      throw new UncheckedIOException(refused);
    }
  }

  /** The loads of this scenario and length that have no row yet. */
  public List<LoadShare> missing(Scenario scenario, int requestBytes) {
    return Stream.of(LoadShare.values())
        .filter(
            load ->
                lines.stream()
                    .noneMatch(
                        line ->
                            line.startsWith(
                                "%s,%d,%s,".formatted(scenario.word(), requestBytes, load.word()))))
        .toList();
  }

  /** Writes one more row. */
  public void add(Regret regret) {
    lines.add(regret.line());
    try {
      Files.writeString(file, regret.line() + "\n", StandardOpenOption.APPEND);
    } catch (IOException full) {
      throw new UncheckedIOException("cannot write " + file, full);
    }
  }

  /** All rows in Markdown. */
  public String table() {
    StringBuilder text =
        new StringBuilder(
            "| scenario | request | load | requests/s | auto | best | default | auto/best |"
                + " auto/default | auto/chosen | limits: auto | best |\n"
                + "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (String line : lines) {
      String[] at = line.split(",");
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %s | %,d | %s | %s | %s | %s ± %s | %s ± %s | %s | %s/%s | %s/%s |%n",
              at[0],
              at[1],
              at[2],
              Long.parseLong(at[KEY_FIELDS]),
              at[8],
              at[9],
              at[10],
              at[11],
              percent(at[12]),
              at[13],
              percent(at[14]),
              at[15],
              kib(at[4]),
              at[5],
              kib(at[6]),
              at[7]));
    }
    return text.toString();
  }

  private static String percent(String factor) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * (Double.parseDouble(factor) - 1));
  }

  private static String kib(String bytes) {
    return Integer.parseInt(bytes) / 1024 + "KiB";
  }
}
