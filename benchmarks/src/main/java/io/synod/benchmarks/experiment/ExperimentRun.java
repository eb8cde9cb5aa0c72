package io.synod.benchmarks.experiment;

import io.synod.benchmarks.cluster.BenchProgress;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.process.Children;
import io.synod.link.LinkShape;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measures the points of an experiment that are not measured yet, then reports on all. */
public final class ExperimentRun {
  private final Experiment experiment;
  private final Experiment.Effort effort;
  private final Span span;
  private final List<String> jvmOptions;

  /**
   * @param span of each point
   * @param jvmOptions of all processes
   */
  public ExperimentRun(
      Experiment experiment, Experiment.Effort effort, Span span, List<String> jvmOptions) {
    this.experiment = experiment;
    this.effort = effort;
    this.span = span;
    this.jvmOptions = List.copyOf(jvmOptions);
  }

  /**
   * What was done.
   *
   * @param measured points now
   * @param kept points of earlier runs
   * @param verdict on the model; may be empty
   */
  public record Outcome(int measured, int kept, Path report, String verdict) {}

  /**
   * Runs on the calling thread, and ends its processes in any case.
   *
   * @param folder of this experiment; points that are in it are not measured again
   * @throws io.synod.benchmarks.process.ProcessFailure if a process fails; what was measured stays
   */
  public Outcome run(Path folder, PrintStream progressOut) throws InterruptedException {
    ResultFolder results = ResultFolder.open(folder, experiment.columns());
    List<Point> points = experiment.points(effort);
    List<Point> missing = points.stream().filter(point -> !results.has(point.id())).toList();
    try (Children children = Children.withJvmOptions(jvmOptions);
        BenchProgress progress = new BenchProgress(progressOut, span, missing.size())) {
      for (Point point : missing) {
        PointRun run = new PointRun(children, span, point, progress.next(point.id()));
        results.add(run.measure(results.measurements(point.id())));
      }
    }
    String verdict =
        new ExperimentReport(experiment, effort, results)
            .write(circumstances(), results.of(points));
    return new Outcome(
        missing.size(), points.size() - missing.size(), results.file("report.md"), verdict);
  }

  private String network() {
    LinkShape link = experiment.link();
    return link.equals(LinkShape.STRAIGHT) ? "nothing" : "emulated links of " + link;
  }

  private Map<String, Object> circumstances() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("replicas", effort.replicas());
    all.put("threads.layout", effort.layout().name().toLowerCase(Locale.ROOT));
    all.put("durability", effort.level().name().toLowerCase(Locale.ROOT));
    all.put("network", "loopback, all processes on one machine; between replicas " + network());
    all.put("processors", Runtime.getRuntime().availableProcessors());
    all.put("java", Runtime.version());
    all.put("warm-up", span.warmUp().toMillis() + " ms");
    all.put("measured", span.duration().toMillis() + " ms");
    return all;
  }
}
