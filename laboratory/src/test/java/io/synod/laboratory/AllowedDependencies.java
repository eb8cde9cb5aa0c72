package io.synod.laboratory;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A table of {@code name : what it may use | libraries}, one line each. */
final class AllowedDependencies {
  private record Line(List<String> uses, List<String> libraries) {}

  private static final Line NOTHING = new Line(List.of(), List.of());

  private final Map<String, Line> lines = new LinkedHashMap<>();

  static AllowedDependencies parse(String table) {
    AllowedDependencies parsed = new AllowedDependencies();
    table.lines().filter(line -> !line.isBlank()).forEach(parsed::add);
    return parsed;
  }

  private void add(String line) {
    String[] sides = line.split(":", 2);
    String[] allowed = sides[1].split("\\|", 2);
    List<String> libraries = allowed.length < 2 ? List.of() : words(allowed[1]);
    if (lines.put(sides[0].strip(), new Line(words(allowed[0]), libraries)) != null) {
      throw new IllegalArgumentException("two lines for " + sides[0].strip());
    }
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
  }

  Set<String> names() {
    return lines.keySet();
  }

  List<String> of(String name) {
    return lines.getOrDefault(name, NOTHING).uses();
  }

  List<String> librariesOf(String name) {
    return lines.getOrDefault(name, NOTHING).libraries();
  }

  /** Names that lead from one to itself; empty if there is no such way. */
  List<String> firstCycle() {
    Set<String> done = new HashSet<>();
    for (String name : names()) {
      List<String> cycle = cycleFrom(name, new ArrayList<>(), done);
      if (!cycle.isEmpty()) {
        return cycle;
      }
    }
    return List.of();
  }

  private List<String> cycleFrom(String name, List<String> way, Set<String> done) {
    if (way.contains(name)) {
      return way;
    }
    if (done.add(name)) {
      way.add(name);
      for (String used : of(name)) {
        List<String> cycle = cycleFrom(used, way, done);
        if (!cycle.isEmpty()) {
          return cycle;
        }
      }
      way.remove(name);
    }
    return List.of();
  }
}
