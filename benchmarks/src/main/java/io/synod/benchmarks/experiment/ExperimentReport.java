package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Axis;
import io.synod.benchmarks.experiment.catalogue.Effort;
import io.synod.benchmarks.experiment.catalogue.Experiment;
import io.synod.core.tuning.MessageLoad;
import io.synod.tuning.fit.UnidentifiedException;
import io.synod.tuning.regression.Coefficient;
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
  private static final double PERCENT = 100;

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
    if (experiment == Experiment.RELAY) {
      messageLoads(results);
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
      case TRANSPORT -> picture("over-clients", 0, results, Axis.CLIENTS, Axis.TRANSPORT);
    }
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
    text.append("\n## The model\n\n");
    List<Path> measurements =
        results.stream().map(result -> folder.measurements(result.id())).toList();
    try {
      ModelComparison comparison =
          ModelComparison.of(results, measurements, effort.replicas(), experiment.link());
      costs(comparison);
      points(comparison);
      return saturations(comparison);
    } catch (UnidentifiedException tooFew) {
      text.append("No costs follow from these points: ").append(tooFew.getMessage()).append('\n');
      return "no model: " + tooFew.getMessage();
    }
  }

  private void costs(ModelComparison comparison) {
    text.append("Costs of the leader (`synod fit`), with 95 % intervals:\n\n");
    comparison
        .fit()
        .parts()
        .forEach(
            part -> {
              for (int index = 0; index < part.names().size(); index++) {
                Coefficient one = part.coefficients().get(index);
                text.append(
                    String.format(
                        Locale.ROOT,
                        "* %s = %.4g (%.4g to %.4g), R² %.3f%n",
                        part.names().get(index),
                        one.value(),
                        one.low(),
                        one.high(),
                        part.determination()));
              }
            });
  }

  private void points(ModelComparison comparison) {
    text.append(
        """

        The papers' model gives the leader a processor of its own. Here all processes share %d of them, so that beside
        it stands a model of the shared machine: an instance takes %.2f ms of each ms of CPU time that all processes
        spend on it, and what waits and does not work, over the window. Each point is predicted from all others.

        | request | batch | window | k | measured req/s | papers' model | error | shared machine | error |
        |---|---|---|---|---|---|---|---|---|
        """
            .formatted(comparison.processors(), comparison.machine().passing()));
    for (ModelComparison.Row row : comparison.rows()) {
      Result result = row.result();
      text.append(
          String.format(
              Locale.ROOT,
              "| %.0f | %.0f | %.0f | %.1f | %,.0f | %,.0f | %+.0f %% | %,.0f | %+.0f %% |%n",
              result.value(Axis.REQUEST),
              result.value(Axis.BATCH),
              result.value(Axis.WINDOW),
              result.value(Result.BATCH_REQUESTS),
              result.value(Result.THROUGHPUT),
              row.papers(),
              PERCENT * row.papersError(),
              row.shared(),
              PERCENT * row.sharedError()));
    }
  }

  private String saturations(ModelComparison comparison) {
    List<ModelComparison.Saturation> saturations = comparison.saturations();
    text.append(
        """

        The counterpart of S13's tables III and IV: the papers' model with the costs above, the measurement (its greatest
        throughput, and between which windows it first reaches 90 % of that), the shared machine.

        | S_req | S_2a | w_CPU | w_NET | max req/s | measured w | measured max | error | w holds | shared w | max req/s | error | w holds |
        |---|---|---|---|---|---|---|---|---|---|---|---|---|
        """);
    for (ModelComparison.Saturation one : saturations) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %.0f | %,d | %.2f | %.3g | %,.0f | %.0f to %.0f | %,.0f | %+.0f %% | %s | %d | %,.0f | %+.0f %% | %s |%n",
              one.reached().result().value(Axis.REQUEST),
              one.papers().batchBytes(),
              one.papers().cpuWindow(),
              one.papers().networkWindow(),
              one.papers().throughput(),
              one.after(),
              one.window(),
              one.greatest(),
              PERCENT * one.papersError(),
              one.papersHold() ? "yes" : "no",
              one.shared(),
              one.sharedGreatest(),
              PERCENT * one.sharedError(),
              one.sharedHolds() ? "yes" : "no"));
    }
    long papers = saturations.stream().filter(ModelComparison.Saturation::papersHold).count();
    long shared = saturations.stream().filter(ModelComparison.Saturation::sharedHolds).count();
    String verdict =
        String.format(
            Locale.ROOT,
            "within 15 %% of the measured throughput: the papers' model at %.0f %% of the points, that of the shared"
                + " machine at %.0f %%; the predicted window at %d and %d of %d",
            PERCENT * comparison.papersClose(),
            PERCENT * comparison.sharedClose(),
            papers,
            shared,
            saturations.size());
    text.append('\n').append(verdict).append(".\n");
    return verdict;
  }
}
