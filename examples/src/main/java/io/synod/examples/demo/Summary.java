package io.synod.examples.demo;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** The demo's results, line by line, and whether all requirements hold. */
final class Summary {
  private final List<String> lines = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  /** Adds a value. */
  void add(String name, String value) {
    lines.add("  %-26s %s".formatted(name, value));
  }

  /** Adds a value that must hold. */
  void require(String name, String value, boolean holds) {
    lines.add("  %-26s %-42s %s".formatted(name, value, holds ? "ok" : "FAILED"));
    if (!holds) {
      failures.add("%s: %s".formatted(name, value));
    }
  }

  boolean holds() {
    return failures.isEmpty();
  }

  void print(PrintStream out) {
    out.println();
    lines.forEach(out::println);
    out.println();
    out.println(holds() ? "All of it holds." : "Failed: " + String.join("; ", failures));
  }
}
