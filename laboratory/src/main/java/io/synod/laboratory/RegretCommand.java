package io.synod.laboratory;

import io.synod.benchmarks.cluster.BenchOptions;
import io.synod.benchmarks.sweep.Accuracy;
import io.synod.benchmarks.sweep.LoadShare;
import io.synod.benchmarks.sweep.RegretFile;
import io.synod.benchmarks.sweep.RegretRun;
import io.synod.benchmarks.sweep.Scenario;
import io.synod.benchmarks.sweep.SweepFile;
import io.synod.cli.CommandFailure;
import io.synod.cli.DurationOption;
import io.synod.process.ProcessFailure;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Compares automatic limits with the best fixed ones. */
@Command(
    name = "regret",
    showDefaultValues = true,
    description = {
      "Measures how far automatic limits of batches are from the best fixed ones and from the former default"
          + " (128KiB, 8): for each scenario and length of requests it starts a cluster, sweeps batch.max-bytes and"
          + " pipeline.window, and lets the autopilot, the best of the sweep and the default take turns, with as many"
          + " requests as are answered, nine tenths and half of them.",
      "Scenarios: loopback-memory, loopback-sync; medium (2.5 ms each way, 100 Mbit/s), wan-50ms, wan-150ms; five, nine"
          + " (replicas). Each takes some six minutes for each length.",
      "Continues an interrupted run: rows that are in the folder are not measured again."
    })
final class RegretCommand implements Callable<Integer> {
  // Of each point, at least.
  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final int REQUEST_BYTES_MAX = 64 << 10;

  @Spec private CommandSpec spec;

  @Option(
      names = "--scenario",
      paramLabel = "NAME",
      split = ",",
      showDefaultValue = Visibility.NEVER,
      description = "One or more, separated by commas. Default: all.")
  private List<Scenario> scenarios = Scenario.all();

  @Option(
      names = "--request",
      paramLabel = "SIZE",
      split = ",",
      defaultValue = "16,128,1KiB,8KiB",
      converter = PayloadOption.class,
      description = "Lengths of requests, separated by commas.")
  private List<Integer> requests;

  @Option(
      names = "--load",
      paramLabel = "SHARE",
      split = ",",
      defaultValue = "all,nine-tenths,half",
      description = "all that is answered, nine-tenths or half of it, separated by commas.")
  private List<LoadShare> loads;

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      defaultValue = "results/regret",
      description = "Directory for all results.")
  private Path results;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = DurationOption.class,
      description = "Warm-up of each cluster.")
  private Duration warmUp;

  @Option(
      names = "--sweeps",
      paramLabel = "N",
      defaultValue = "2",
      description = "Sweeps of the grid in a closed loop.")
  private int sweeps;

  @Option(
      names = "--learning",
      paramLabel = "TIME",
      defaultValue = "20s",
      converter = DurationOption.class,
      description = "Time of the autopilot alone before it is compared.")
  private Duration learning;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "8",
      description = "Rounds in which it is compared.")
  private int rounds;

  /** The conditions of all rows, which the rows do not contain. */
  private Map<String, Object> conditions() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("threads.layout", "merged");
    all.put("warm-up", warmUp.toMillis() + " ms");
    all.put("interval", INTERVAL.toMillis() + " ms");
    all.put("sweeps", sweeps);
    all.put("learning", learning.toMillis() + " ms");
    all.put("rounds", rounds);
    all.put("processors", Runtime.getRuntime().availableProcessors());
    all.put("java", Runtime.version());
    return all;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (sweeps < 1 || rounds < 2) {
      throw new ParameterException(
          spec.commandLine(), "--sweeps must be at least 1, and --rounds at least 2");
    }
    if (requests.stream().anyMatch(bytes -> bytes > REQUEST_BYTES_MAX)) {
      throw new ParameterException(spec.commandLine(), "--request must be 64KiB at most");
    }
    OutputFiles.checkIn(results, List.of(results.resolve(SweepFile.NAME)), "--results", spec);
    try (RegretFile file = new RegretFile(results, conditions())) {
      measure(file);
      return ExitCode.OK;
    } catch (ProcessFailure failure) {
      throw new CommandFailure(
          failure.getMessage() + "; the measured rows are kept, the same command continues",
          failure);
    }
  }

  private void measure(RegretFile file) throws InterruptedException {
    SweepFile sweepFile = new SweepFile(results.resolve(SweepFile.NAME));
    RegretRun run =
        new RegretRun(
            new RegretRun.Effort(warmUp, INTERVAL, sweeps, learning, rounds),
            sweepFile,
            file::explain,
            spec.commandLine().getErr()::println);
    for (Scenario scenario : scenarios) {
      for (int bytes : requests) {
        List<LoadShare> open = new ArrayList<>(file.missing(scenario, bytes));
        open.retainAll(loads);
        if (!open.isEmpty()) {
          run.run(scenario, bytes, open, BenchOptions.JVM_OPTIONS, file::add);
        }
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(file.table());
    List<Accuracy> accuracy = Accuracy.ofAll(sweepFile.read());
    if (!accuracy.isEmpty()) {
      out.printf("%nThe cost model, fitted to half of the points, predicts the others:%n%n");
      out.print(Accuracy.table(accuracy));
    }
  }
}
