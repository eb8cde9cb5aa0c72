package io.synod.benchmarks.experiment;

import io.synod.benchmarks.cluster.BenchProgress;
import io.synod.benchmarks.experiment.catalogue.Effort;
import io.synod.benchmarks.experiment.catalogue.Experiment;
import io.synod.benchmarks.experiment.catalogue.Point;
import io.synod.benchmarks.experiment.report.Axis;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.Span;
import io.synod.process.Children;
import io.synod.process.ProcessFailure;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measures the missing points of an experiment, then reports on all points. For one thread. */
public final class ExperimentRun {
  // One point may overload its cluster; several failures in a row have another cause.
  private static final int FAILURES_IN_ROW = 3;

  private final Experiment experiment;
  private final Effort effort;
  private final Span span;
  private final List<String> jvmOptions;

  // Null between two clusters.
  private ClusterRun running;

  /**
   * @param span of each point
   * @param jvmOptions of all processes
   */
  public ExperimentRun(Experiment experiment, Effort effort, Span span, List<String> jvmOptions) {
    this.experiment = experiment;
    this.effort = effort;
    this.span = span;
    this.jvmOptions = List.copyOf(experiment.plan().jvmOptions(jvmOptions));
  }

  /**
   * The outcome of a run.
   *
   * @param measured points now
   * @param kept points of earlier runs
   * @param failed reasons, by point; these points are tried again next time
   * @param verdict on the model; may be empty
   */
  public record Outcome(
      int measured, int kept, Map<String, String> failed, Path report, String verdict) {}

  /**
   * Runs on the calling thread, and ends its processes in any case.
   *
   * @param folder of this experiment; points that are in it are not measured again
   * @param progressOut receives a line when a point begins, and the reason as soon as it fails
   * @throws ProcessFailure if three points in a row fail, or this process is being ended; the
   *     measured points are kept
   */
  public Outcome run(Path folder, PrintStream progressOut) throws InterruptedException {
    try (ResultFolder results =
        ResultFolder.open(folder, experiment.plan().columns(), conditions())) {
      return run(results, progressOut);
    }
  }

  private Outcome run(ResultFolder results, PrintStream progressOut) throws InterruptedException {
    List<Point> points = experiment.plan().points(effort);
    List<Point> missing = points.stream().filter(point -> !results.has(point.id())).toList();
    Map<String, String> failed = new LinkedHashMap<>();
    try (BenchProgress progress = new BenchProgress(progressOut, span, missing.size())) {
      int inRow = 0;
      for (Point point : missing) {
        LoadListener listener = progress.next(point.id());
        try {
          results.add(cluster(point).measure(point, listener, results.measurements(point.id())));
          inRow = 0;
        } catch (ProcessFailure failure) {
          end();
          if (Children.areEnding()) {
            throw new ProcessFailure("ended at point " + point.id(), failure);
          }
          failed.put(point.id(), failure.getMessage());
          if (++inRow == FAILURES_IN_ROW) {
            throw failure;
          }
          progress.failed(point.id(), failure.getMessage());
        }
      }
    } finally {
      end();
    }
    String verdict =
        new ExperimentReport(experiment, effort, results)
            .write(circumstances(), results.of(points), failed);
    return new Outcome(
        missing.size() - failed.size(),
        points.size() - missing.size(),
        failed,
        results.file("report.md"),
        verdict);
  }

  /** The running cluster, if it also fits that point, or a new one. */
  private ClusterRun cluster(Point point) throws InterruptedException {
    if (running == null || !experiment.plan().keepsClusters() || !running.serves(point)) {
      end();
      running = ClusterRun.start(jvmOptions, point, span);
    }
    return running;
  }

  private void end() {
    if (running != null) {
      running.close();
      running = null;
    }
  }

  private Map<String, Object> circumstances() {
    Map<String, Object> all = new LinkedHashMap<>();
    // Other experiments report their number of replicas with each point.
    if (!experiment.plan().axes().contains(Axis.REPLICAS) && !experiment.plan().isShared()) {
      all.put("replicas", effort.replicas());
    }
    all.put("threads.layout", effort.layout().name().toLowerCase(Locale.ROOT));
    if (!experiment.plan().axes().contains(Axis.LEVEL)) {
      all.put("durability", effort.level().name().toLowerCase(Locale.ROOT));
    }
    all.put(
        "network",
        "loopback, all processes on one machine; between replicas " + experiment.plan().network());
    all.putAll(conditions());
    return all;
  }

  /** The conditions of all points, which their names do not contain. */
  private Map<String, Object> conditions() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("processors", Runtime.getRuntime().availableProcessors());
    all.put("java", Runtime.version());
    all.put("java options", String.join(" ", jvmOptions));
    all.put(
        "warm-up",
        span.warmUp().toMillis()
            + (experiment.plan().isShared()
                ? " ms for each five replicas of a cluster, before they are limited"
                : " ms"));
    all.put("measured", span.duration().toMillis() + " ms");
    return all;
  }
}
