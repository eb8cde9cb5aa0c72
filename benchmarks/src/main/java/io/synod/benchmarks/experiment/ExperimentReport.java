package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Effort;
import io.synod.benchmarks.experiment.catalogue.Experiment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** {@code report.md} and its pictures, from what was measured so far. */
final class ExperimentReport {
  // A request and its answer.
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
      case RELAY -> text.append(MessageSection.of(results));
      case RELAY_PEAK -> text.append(PeakSection.of(results));
      case RELAY_PAYLOAD -> text.append(PayloadSection.of(results));
      case REGIONS -> text.append(RegionSection.of(results));
      case QUORUM -> text.append(ReadSection.of(new Results(results)));
      case RATE -> text.append(RateSection.of(new Results(results)));
      case STORAGE -> text.append(StorageSection.of(new Results(results)));
      case ACCEPTORS -> text.append(AcceptorSection.of(new Results(results)));
      case LEARNERS -> text.append(LearnerSection.of(new Results(results)));
      case VALUES -> text.append(ValueSection.of(new Results(results)));
      case PARAMETERS -> text.append(ParameterSection.of(new Results(results)));
      default -> {}
    }
    text.append(new ExperimentPictures(experiment, folder).of(results));
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
              .map(column -> ReportTable.number(result.value(column)))
              .collect(Collectors.joining(" | ")));
      text.append(" |\n");
    }
  }

  private String model(List<Result> results) {
    ModelSection section = new ModelSection(text);
    List<Path> measurements =
        results.stream().map(result -> folder.measurements(result.id())).toList();
    return section.write(
        () -> ModelComparison.of(results, measurements, effort.replicas(), experiment.link()));
  }
}
