package io.synod.benchmarks.micro;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Two runs of the microbenchmarks beside each other. */
final class Comparison {
  private static final String LINE = "  %22s  %22s  %-6s  %6s  %s";
  private static final double SURE_TO_PRINT = 1e-3;

  private final List<String> lines = new ArrayList<>();
  private final String nameColumn;

  private Comparison(int nameWidth) {
    nameColumn = "%-" + nameWidth + "s";
  }

  /**
   * Of what both have measured; what only one has is named below.
   *
   * @throws IllegalArgumentException if they have nothing in common, or count in other units
   */
  static Comparison of(Map<String, MicroResult> before, Map<String, MicroResult> after) {
    List<String> both = before.keySet().stream().filter(after::containsKey).toList();
    if (both.isEmpty()) {
      throw new IllegalArgumentException(
          "the two have no benchmark in common: compare runs of the same benchmarks");
    }
    int width = both.stream().mapToInt(key -> before.get(key).name().length()).max().orElseThrow();
    Comparison comparison = new Comparison(width);
    comparison.header();
    for (String key : both) {
      comparison.add(before.get(key), after.get(key));
    }
    comparison.addAlone("old", before, after);
    comparison.addAlone("new", after, before);
    return comparison;
  }

  /** With a line break behind each line. */
  String table() {
    return String.join("\n", lines) + "\n";
  }

  private void header() {
    lines.add((nameColumn + LINE).formatted("", "old", "new", "unit", "ratio", "").stripTrailing());
  }

  private void add(MicroResult before, MicroResult after) {
    if (!before.unit().equals(after.unit())) {
      throw new IllegalArgumentException(
          "%s is in %s and in %s: measure both with the same -tu"
              .formatted(before.name(), before.unit(), after.unit()));
    }
    lines.add(
        String.format(
                Locale.ROOT,
                nameColumn + LINE,
                before.name(),
                figure(before),
                figure(after),
                before.unit(),
                ratio(after.score() / before.score()),
                verdict(before, after))
            .stripTrailing());
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }

  private static String figure(MicroResult result) {
    return Math.abs(result.score()) < SURE_TO_PRINT
        ? String.format(Locale.ROOT, "%.2e ± %.1e", result.score(), result.error())
        : String.format(Locale.ROOT, "%.3f ± %.3f", result.score(), result.error());
  }

  /** Of what differs by more than both errors together; without errors nothing is known. */
  private static String verdict(MicroResult before, MicroResult after) {
    double more = after.score() - before.score();
    double errors = before.error() + after.error();
    if (Double.isNaN(errors)) {
      return "error unknown";
    }
    if (Math.abs(more) <= errors) {
      return "";
    }
    return more > 0 == after.moreIsBetter() ? "* better" : "* worse";
  }

  private void addAlone(
      String which, Map<String, MicroResult> has, Map<String, MicroResult> lacks) {
    has.forEach(
        (key, result) -> {
          if (!lacks.containsKey(key)) {
            lines.add("only in the " + which + " one: " + result.name());
          }
        });
  }
}
