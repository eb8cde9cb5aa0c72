package io.synod.cli;

import io.synod.simulation.RunSummary;
import io.synod.simulation.SeedResult;
import io.synod.simulation.SimulationRun;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs simulated clusters. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    showDefaultValues = true,
    description = {
      "Runs whole clusters in one thread, in virtual time, with faults drawn from a seed.",
      "The same seed gives the same run, to the last event. Exit code 1 if a seed finds something"
          + " wrong; the command that replays it is printed."
    })
final class SimulateCommand implements Callable<Integer> {
  private static final long REPORT_NANOS = 2_000_000_000L;
  private static final double NANOS_PER_SECOND = 1e9;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many seeds, one cluster each.")
  private int seeds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "The first seed; the others follow it.")
  private long firstSeed;

  @Option(
      names = "--trace",
      description = "Prints every event of the first seed, and runs no other.")
  private boolean trace;

  private long reportedNanos;
  private int done;

  @Override
  public Integer call() {
    if (seeds < 1) {
      throw new ParameterException(spec.commandLine(), "--seeds must be at least 1, not " + seeds);
    }
    return trace ? traceFirst() : runAll();
  }

  private int traceFirst() {
    PrintWriter out = spec.commandLine().getOut();
    SeedResult result = SimulationRun.trace(firstSeed, out::println);
    tell(result);
    out.flush();
    return result.passed() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private int runAll() {
    reportedNanos = System.nanoTime();
    RunSummary summary = SimulationRun.run(firstSeed, seeds, this::seedDone);
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%d of %d seeds passed: %,d events, %,d operations, %.1f virtual seconds in %.1f seconds%n",
        seeds - summary.failures().size(),
        seeds,
        summary.events(),
        summary.operations(),
        summary.virtualNanos() / NANOS_PER_SECOND,
        summary.elapsedNanos() / NANOS_PER_SECOND);
    out.flush();
    return summary.passed() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private void seedDone(SeedResult result) {
    done++;
    if (seeds == 1 || !result.passed()) {
      tell(result);
    } else if (System.nanoTime() - reportedNanos > REPORT_NANOS) {
      reportedNanos = System.nanoTime();
      spec.commandLine().getErr().printf("%d of %d seeds%n", done, seeds);
      spec.commandLine().getErr().flush();
    }
  }

  private void tell(SeedResult result) {
    PrintWriter out = spec.commandLine().getOut();
    if (result.passed()) {
      out.printf(
          Locale.ROOT,
          "seed %d: %,d events, %d operations, trace hash %016x%n",
          result.seed(),
          result.events(),
          result.operations(),
          result.traceHash());
    } else {
      out.println(result.failure().getMessage());
      if (seeds == 1) {
        result.failure().printStackTrace(out);
      }
    }
    out.flush();
  }
}
