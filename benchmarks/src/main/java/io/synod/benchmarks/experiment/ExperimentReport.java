package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Effort;
import io.synod.benchmarks.experiment.catalogue.Experiment;
import io.synod.benchmarks.experiment.catalogue.Plan;
import io.synod.benchmarks.experiment.report.ModelSection;
import io.synod.benchmarks.experiment.report.Result;
import io.synod.benchmarks.experiment.report.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes {@code report.md} and its pictures from the points measured so far. */
final class ExperimentReport {
  private final Experiment experiment;
  private final Effort effort;
  private final ResultFolder folder;

  ExperimentReport(Experiment experiment, Effort effort, ResultFolder folder) {
    this.experiment = experiment;
    this.effort = effort;
    this.folder = folder;
  }

  /** Returns one line about the model's accuracy; empty without a model. */
  String write(
      Map<String, Object> circumstances, List<Result> results, Map<String, String> failed) {
    Plan plan = experiment.plan();
    StringBuilder text = new StringBuilder();
    text.append("# ").append(experiment.word()).append(": ").append(plan.title()).append("\n\n");
    circumstances.forEach(
        (name, value) -> text.append("* ").append(name).append(": ").append(value).append('\n'));
    text.append("\n## Points\n\n");
    Table<Result> points = new Table<>();
    plan.columns().forEach(column -> points.number(column, result -> result.value(column)));
    text.append(points.of(results));
    failed.forEach(
        (point, reason) ->
            text.append("\nNot measured: ").append(point).append(": ").append(reason).append('\n'));
    text.append(plan.section(results));
    ModelSection model = plan.hasModel() ? model(results) : new ModelSection("", "");
    try {
      text.append(plan.pictures().write(experiment.word(), results, folder.file("")));
      Files.writeString(folder.file("report.md"), text + model.text());
    } catch (IOException full) {
      throw new UncheckedIOException("cannot write into " + folder.file(""), full);
    }
    return model.verdict();
  }

  private ModelSection model(List<Result> results) {
    List<Path> measurements =
        results.stream().map(result -> folder.measurements(result.id())).toList();
    return ModelSection.of(results, measurements, effort.replicas(), experiment.plan().link());
  }
}
