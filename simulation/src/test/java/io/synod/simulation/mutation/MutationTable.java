package io.synod.simulation.mutation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The table of mutants in docs/mutations.md. */
final class MutationTable {
  private static final Path PAGE = Path.of("..", "docs", "mutations.md");
  private static final String HEAD = "| error | where | found by | seeds |";
  private static final String RULE = "|---|---|---|---|";
  private static final String TESTED_HEAD = "| error | where | found by the test |";
  private static final String TESTED_RULE = "|---|---|---|";

  private MutationTable() {}

  /** The errors that are listed, in their order. */
  static List<String> errors() {
    return List.copyOf(seeds().keySet());
  }

  /** By error, the first seed that has found it. */
  static Map<String, Long> seeds() {
    List<String> lines = lines();
    int first = first(lines, HEAD, RULE);
    Map<String, Long> seeds = new LinkedHashMap<>();
    for (String line : lines.subList(first, end(lines, first))) {
      String[] cells = line.split(" *\\| *");
      seeds.put(cells[1], Long.parseLong(cells[4]));
    }
    return seeds;
  }

  /** The rows of {@link TestedMutants}, in their order. */
  static List<String> tested() {
    List<String> lines = lines();
    int first = first(lines, TESTED_HEAD, TESTED_RULE);
    return List.copyOf(lines.subList(first, end(lines, first)));
  }

  /** Replaces the rows of those that seeds find. */
  static void write(Map<Mutant, Finding> findings) {
    List<String> rows = new ArrayList<>();
    findings.forEach(
        (mutant, finding) ->
            rows.add(
                "| %s | `%s` | `%s` | %d |"
                    .formatted(
                        mutant.error(), mutant.simpleName(), finding.check(), finding.seeds())));
    List<String> lines = new ArrayList<>(lines());
    int first = first(lines, HEAD, RULE);
    List<String> old = lines.subList(first, end(lines, first));
    old.clear();
    old.addAll(rows);
    try {
      Files.write(PAGE, lines);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static int first(List<String> lines, String firstLine, String rule) {
    int head = lines.indexOf(firstLine);
    if (head < 0 || !lines.get(head + 1).equals(rule)) {
      throw new IllegalStateException(PAGE + " has no table that begins with " + firstLine);
    }
    return head + 2;
  }

  private static int end(List<String> lines, int first) {
    int end = first;
    while (end < lines.size() && lines.get(end).startsWith("|")) {
      end++;
    }
    return end;
  }

  private static List<String> lines() {
    try {
      return Files.readAllLines(PAGE);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
