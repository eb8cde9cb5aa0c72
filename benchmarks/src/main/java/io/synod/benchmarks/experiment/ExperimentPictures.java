package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Axis;
import io.synod.benchmarks.experiment.catalogue.Experiment;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The pictures of a report, and the section that shows them. */
final class ExperimentPictures {
  private final Experiment experiment;
  private final ResultFolder folder;
  private final StringBuilder text = new StringBuilder();

  ExperimentPictures(Experiment experiment, ResultFolder folder) {
    this.experiment = experiment;
    this.folder = folder;
  }

  /** Writes them all. */
  String of(List<Result> results) {
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
      case REGIONS ->
          byValue(results, Axis.REPLICAS)
              .forEach(
                  (replicas, group) ->
                      picture(
                          "over-throughput",
                          replicas,
                          group.stream().filter(result -> !PeakCurve.isOpen(result)).toList(),
                          Result.THROUGHPUT,
                          Axis.GROUPS));
      case TRANSPORT -> picture("over-clients", 0, results, Axis.CLIENTS, Axis.TRANSPORT);
      case QUORUM ->
          byValue(results, Axis.REPLICAS)
              .forEach(
                  (replicas, group) ->
                      byValue(group, Axis.READS)
                          .forEach(
                              (percent, reads) ->
                                  picture(
                                      "over-outstanding-reads-" + percent,
                                      replicas,
                                      reads,
                                      Axis.OUTSTANDING,
                                      Axis.CONSISTENCY)));
      case RATE -> picture("over-rate", 0, results, Axis.RATE, Axis.BATCHING);
      case STORAGE ->
          byValue(inBursts(results), Axis.BATCHING)
              .forEach(
                  (batching, group) ->
                      picture("over-rate-batching-" + batching, 0, group, Axis.RATE, Axis.LEVEL));
      case ACCEPTORS -> picture("over-replicas", 0, results, Axis.REPLICAS, Axis.BATCHING);
      case LEARNERS -> picture("over-learners", 0, unpaced(results), Axis.LEARNERS, Axis.BATCHING);
      case VALUES -> picture("over-value", 0, ofOneLength(results), Axis.VALUE_MOST, Axis.BATCHING);
      case PARAMETERS -> picture("over-configuration", 0, results, Axis.CONFIGURATION, Axis.RATE);
    }
    return text.toString();
  }

  /** What the paper's figures show. */
  private static List<Result> unbatchedAndWhole(List<Result> results) {
    return results.stream()
        .filter(result -> result.value(Axis.BATCHING) == 0)
        .filter(result -> result.value(Axis.DEAD) == 0 && !PeakCurve.isOpen(result))
        .toList();
  }

  private static List<Result> inBursts(List<Result> results) {
    return results.stream().filter(PeakCurve::isOpen).toList();
  }

  /** As fast as they are delivered. */
  private static List<Result> unpaced(List<Result> results) {
    return results.stream().filter(result -> !PeakCurve.isOpen(result)).toList();
  }

  private static List<Result> ofOneLength(List<Result> results) {
    return unpaced(results).stream()
        .filter(result -> result.value(Axis.VALUE_LEAST) == result.value(Axis.VALUE_MOST))
        .toList();
  }

  private static Map<Long, List<Result>> byValue(List<Result> results, String axis) {
    return results.stream()
        .collect(
            Collectors.groupingBy(
                result -> (long) result.value(axis), TreeMap::new, Collectors.toList()));
  }

  /** None where nothing was measured yet. */
  private void picture(String name, long of, List<Result> results, String x, String lines) {
    if (results.isEmpty()) {
      return;
    }
    String file = of == 0 ? name + ".png" : name + "-" + of + ".png";
    String title = of == 0 ? experiment.word() : experiment.word() + ", " + of;
    ExperimentPlots.write(title, results, x, lines, shown(), folder.file(file));
    text.append("![").append(name).append("](").append(file).append(")\n");
  }

  private List<String> shown() {
    if (experiment.isRegional()) {
      return ExperimentPlots.OF_REGIONS;
    }
    return experiment.isDetailed() ? ExperimentPlots.OF_REQUESTS : ExperimentPlots.OF_INSTANCES;
  }
}
