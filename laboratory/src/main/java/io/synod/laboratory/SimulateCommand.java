package io.synod.laboratory;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.synod.simulation.RunSummary;
import io.synod.simulation.SeedResult;
import io.synod.simulation.SimulationRun;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs simulated clusters. */
@Command(
    name = "simulate",
    description = {
      "Runs whole clusters in one thread, in virtual time, with faults drawn from a seed.",
      "The same seed gives the same run, to the last event. Exit code 1 if a seed finds a"
          + " violation; the command that replays it is printed.",
      "SYNOD_LOG=info shows what the replicas log."
    })
final class SimulateCommand implements Callable<Integer> {
  private static final int SEEDS = 100;
  private static final double MINUTES_MAX = 10_000;
  private static final long FIRST_SEEDS = 1_000_000_000L;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Number of seeds, one cluster each. Default: 100.")
  private Integer seeds;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "Runs seeds for this time, instead of --seeds.")
  private Double minutes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "The first seed; the others follow it. Default: 1; with --minutes a different one in each"
              + " run.")
  private Long firstSeed;

  @Option(
      names = "--trace",
      description = "Prints every event of the first seed, and runs no other.")
  private boolean trace;

  @Override
  public Integer call() {
    check();
    keepReplicasQuiet();
    long first = firstSeed != null ? firstSeed : minutes == null ? 1 : anySeed();
    if (trace) {
      return traceOnly(first);
    }
    return minutes == null ? runSeeds(first, seeds == null ? SEEDS : seeds) : runMinutes(first);
  }

  private void check() {
    if (seeds != null && seeds < 1) {
      throw new ParameterException(spec.commandLine(), "--seeds must be at least 1, not " + seeds);
    }
    if (seeds != null && minutes != null) {
      throw new ParameterException(spec.commandLine(), "either --seeds or --minutes, not both");
    }
    if (minutes != null && !(minutes > 0 && minutes <= MINUTES_MAX)) {
      throw new ParameterException(
          spec.commandLine(), "--minutes must be more than 0 and at most 10000, not " + minutes);
    }
  }

  /**
   * Silences the logs of the thousands of simulated replicas unless the user asks for them. Also
   * silences Netty's reports of the buffers of killed processes.
   */
  private static void keepReplicasQuiet() {
    if (System.getenv("SYNOD_LOG") == null && System.getProperty("synod.log") == null) {
      for (String logger : List.of(Logger.ROOT_LOGGER_NAME, "io.netty")) {
        ((Logger) LoggerFactory.getLogger(logger)).setLevel(Level.OFF);
      }
    }
  }

  private static long anySeed() {
    return new SplittableRandom().nextLong(FIRST_SEEDS);
  }

  private int traceOnly(long seed) {
    PrintWriter out = spec.commandLine().getOut();
    SeedResult result = SimulationRun.trace(seed, out::println);
    print(result, true);
    return result.passed() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private int runSeeds(long first, int count) {
    RunSummary summary;
    try (SimulationProgress progress =
        new SimulationProgress(spec.commandLine().getErr(), "seeds", count)) {
      summary =
          SimulationRun.run(
              first,
              count,
              result -> {
                print(result, count == 1);
                progress.seedDone(result);
                progress.isAt(progress.seeds());
              });
    }
    return conclude(summary);
  }

  private int runMinutes(long first) {
    long began = System.nanoTime();
    long length = (long) (minutes * TimeUnit.MINUTES.toNanos(1));
    long seconds = Math.max(1, TimeUnit.NANOSECONDS.toSeconds(length));
    spec.commandLine().getErr().printf("seeds from %d on%n", first);
    RunSummary summary;
    try (SimulationProgress progress =
        new SimulationProgress(spec.commandLine().getErr(), "seconds", seconds)) {
      summary =
          SimulationRun.runWhile(
              first,
              done -> {
                progress.isAt(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began));
                // At least one, however long the classes take to load.
                return done == 0 || System.nanoTime() - began < length;
              },
              result -> {
                print(result, false);
                progress.seedDone(result);
              });
    }
    return conclude(summary);
  }

  private int conclude(RunSummary summary) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%,d of %,d seeds passed: %,d events, %,d operations, %,.1f virtual hours in %,.1f"
            + " seconds%n",
        summary.seeds() - summary.failures().size(),
        summary.seeds(),
        summary.events(),
        summary.operations(),
        summary.virtualNanos() / (double) TimeUnit.HOURS.toNanos(1),
        summary.elapsedNanos() / (double) TimeUnit.SECONDS.toNanos(1));
    out.printf(
        Locale.ROOT,
        "%,.0f events/s, %,.0f seeds a minute, %.2f virtual hours a minute%n",
        summary.eventsPerSecond(),
        summary.seedsPerMinute(),
        summary.virtualHoursPerMinute());
    out.println("faults: " + faults(summary.faults()));
    return summary.passed() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private static String faults(Map<String, Long> faults) {
    if (faults.isEmpty()) {
      return "none";
    }
    return faults.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(fault -> String.format(Locale.ROOT, "%,d %s", fault.getValue(), fault.getKey()))
        .collect(Collectors.joining(", "));
  }

  private void print(SeedResult result, boolean alone) {
    PrintWriter out = spec.commandLine().getOut();
    if (!result.passed()) {
      out.println(result.failure().getMessage());
      if (alone) {
        result.failure().printStackTrace(out);
      }
    } else if (alone) {
      out.printf(
          Locale.ROOT,
          "seed %d: %,d events, %d operations, trace hash %016x%n",
          result.seed(),
          result.events(),
          result.operations(),
          result.traceHash());
    }
    out.flush();
  }
}
