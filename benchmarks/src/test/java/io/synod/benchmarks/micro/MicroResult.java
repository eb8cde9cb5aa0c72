package io.synod.benchmarks.micro;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One line of JMH's JSON.
 *
 * @param name class and method, with the parameters
 * @param mode JMH's word for it, such as {@code avgt}
 * @param unit of score and error
 * @param error half of the confidence interval, NaN of a single measurement
 */
record MicroResult(String name, String mode, String unit, double score, double error) {
  private static final String THROUGHPUT = "thrpt";

  /**
   * All of a file, by name and mode, in its order.
   *
   * @throws IllegalArgumentException if there are no results of JMH
   */
  static Map<String, MicroResult> read(String file) throws IOException {
    try {
      return parse(Files.readString(Path.of(file)));
    } catch (NoSuchFileException missing) {
      throw new IllegalArgumentException(
          "there is no %s; scripts/jmh says where it writes".formatted(file), missing);
    } catch (IOException | ClassCastException | NullPointerException other) {
      throw new IllegalArgumentException(
          file + " is not what a complete run of scripts/jmh has written", other);
    }
  }

  static Map<String, MicroResult> parse(String json) throws IOException {
    Map<String, MicroResult> results = new LinkedHashMap<>();
    for (Object line : JSON.std.listFrom(json)) {
      MicroResult result = of((Map<?, ?>) line);
      results.put(result.name() + " " + result.mode(), result);
    }
    return results;
  }

  private static MicroResult of(Map<?, ?> line) {
    Map<?, ?> metric = (Map<?, ?>) line.get("primaryMetric");
    return new MicroResult(
        name(line),
        (String) line.get("mode"),
        (String) metric.get("scoreUnit"),
        number(metric.get("score")),
        number(metric.get("scoreError")));
  }

  private static String name(Map<?, ?> line) {
    List<String> words = List.of(((String) line.get("benchmark")).split("\\."));
    String method = String.join(".", words.subList(Math.max(0, words.size() - 2), words.size()));
    if (!(line.get("params") instanceof Map<?, ?> params)) {
      return method;
    }
    return params.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(" ", method + " ", ""));
  }

  // JMH writes "NaN" as a text.
  private static double number(Object value) {
    return value instanceof Number number
        ? number.doubleValue()
        : Double.parseDouble((String) value);
  }

  /** Whether more is better, as it is not of a time. */
  boolean moreIsBetter() {
    return THROUGHPUT.equals(mode);
  }
}
