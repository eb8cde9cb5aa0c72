package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Axis;
import io.synod.benchmarks.experiment.catalogue.Effort;
import io.synod.benchmarks.experiment.catalogue.Experiment;
import io.synod.core.tuning.MessageLoad;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** {@code report.md} and its pictures, from what was measured so far. */
final class ExperimentReport {
  // A request and its answer.
  private static final int CLIENT_MESSAGES = 2;

  private final Experiment experiment;
  private final Effort effort;
  private final ResultFolder folder;
  private final StringBuilder text = new StringBuilder();

  ExperimentReport(Experiment experiment, Effort effort, ResultFolder folder) {
    this.experiment = experiment;
    this.effort = effort;
    this.folder = folder;
  }

  /** Returns one line that says how the model did; empty where there is no model. */
  String write(
      Map<String, Object> circumstances, List<Result> results, Map<String, String> failed) {
    text.append("# ").append(experiment.word()).append(": ").append(experiment.title());
    text.append("\n\n");
    circumstances.forEach(
        (name, value) -> text.append("* ").append(name).append(": ").append(value).append('\n'));
    text.append("\n## Points\n\n");
    table(results);
    failed.forEach(
        (point, reason) ->
            text.append("\nNot measured: ").append(point).append(": ").append(reason).append('\n'));
    switch (experiment) {
      case RELAY -> messageLoads(results);
      case RELAY_PEAK -> text.append(PeakSection.of(results));
      case RELAY_PAYLOAD -> text.append(PayloadSection.of(results));
      default -> {}
    }
    pictures(results);
    String verdict = experiment.hasModel() ? model(results) : "";
    try {
      Files.writeString(folder.file("report.md"), text);
    } catch (IOException full) {
      throw new UncheckedIOException("cannot write " + folder.file("report.md"), full);
    }
    return verdict;
  }

  private void table(List<Result> results) {
    List<String> columns = Result.columns(experiment);
    text.append("| ").append(String.join(" | ", columns)).append(" |\n|");
    text.append("---|".repeat(columns.size())).append('\n');
    for (Result result : results) {
      text.append("| ");
      text.append(
          columns.stream()
              .map(column -> number(result.value(column)))
              .collect(Collectors.joining(" | ")));
      text.append(" |\n");
    }
  }

  /** Formula 1 of PigPaxos is of all messages: two of them are the client's. */
  private void messageLoads(List<Result> results) {
    text.append("\n## Messages of Phase 2 at the leader, an instance of one request\n\n");
    text.append("| n | r | measured | 2r |\n|---|---|---|---|\n");
    for (Result result : results) {
      if (result.value(Axis.BATCH_REQUESTS) == 1) {
        int replicas = (int) result.value(Axis.REPLICAS);
        int groups = (int) result.value(Axis.GROUPS);
        MessageLoad load = new MessageLoad(replicas, groups);
        text.append(
            String.format(
                Locale.ROOT,
                "| %d | %s | %.2f | %d |%n",
                replicas,
                groups == replicas - 1 ? groups + " (direct)" : groups,
                result.value(Result.LEADER_MESSAGES),
                Math.round(load.ofLeader()) - CLIENT_MESSAGES));
      }
    }
  }

  private static String number(double value) {
    if (value == Math.rint(value) || value >= 1000) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return String.format(Locale.ROOT, "%.3g", value);
  }

  private void pictures(List<Result> results) {
    text.append("\n## Pictures\n\n");
    switch (experiment) {
      case LAN, WAN ->
          byValue(results, Axis.REQUEST)
              .forEach(
                  (bytes, group) -> {
                    picture("over-batch", bytes, group, Axis.BATCH, Axis.WINDOW);
                    picture("over-window", bytes, group, Axis.WINDOW, Axis.BATCH);
                  });
      case CLIENTS -> picture("over-clients", 0, results, Axis.CLIENTS, Axis.REQUEST);
      case SIZE -> picture("over-request", 0, results, Axis.REQUEST, Axis.WINDOW);
      case POLICY ->
          byValue(results, Axis.CLIENTS)
              .forEach(
                  (clients, group) ->
                      picture("over-delay", clients, group, Axis.DELAY, Axis.POLICY));
      case RELAY ->
          byValue(results, Axis.BATCH_REQUESTS)
              .forEach(
                  (requests, group) ->
                      picture("over-groups", requests, group, Axis.GROUPS, Axis.REPLICAS));
      case RELAY_PEAK ->
          byValue(results, Axis.REPLICAS)
              .forEach(
                  (replicas, group) -> {
                    List<Result> plain = unbatchedAndWhole(group);
                    picture("over-outstanding", replicas, plain, Axis.OUTSTANDING, Axis.GROUPS);
                    picture("over-throughput", replicas, plain, Result.THROUGHPUT, Axis.GROUPS);
                  });
      case RELAY_PAYLOAD ->
          byValue(results, Axis.OUTSTANDING)
              .forEach(
                  (outstanding, group) ->
                      picture("over-value", outstanding, group, Axis.REQUEST, Axis.GROUPS));
      case TRANSPORT -> picture("over-clients", 0, results, Axis.CLIENTS, Axis.TRANSPORT);
    }
  }

  /** What the paper's figures show. */
  private static List<Result> unbatchedAndWhole(List<Result> results) {
    return results.stream()
        .filter(result -> result.value(Axis.BATCHING) == 0)
        .filter(result -> result.value(Axis.DEAD) == 0 && !PeakCurve.isOpen(result))
        .toList();
  }

  private static Map<Long, List<Result>> byValue(List<Result> results, String axis) {
    return results.stream()
        .collect(
            Collectors.groupingBy(
                result -> (long) result.value(axis), TreeMap::new, Collectors.toList()));
  }

  private void picture(String name, long of, List<Result> results, String x, String lines) {
    String file = of == 0 ? name + ".png" : name + "-" + of + ".png";
    String title = of == 0 ? experiment.word() : experiment.word() + ", " + of;
    ExperimentPlots.write(title, results, x, lines, folder.file(file));
    text.append("![").append(name).append("](").append(file).append(")\n");
  }

  private String model(List<Result> results) {
    ModelSection section = new ModelSection(text);
    List<Path> measurements =
        results.stream().map(result -> folder.measurements(result.id())).toList();
    return section.write(
        () -> ModelComparison.of(results, measurements, effort.replicas(), experiment.link()));
  }
}
