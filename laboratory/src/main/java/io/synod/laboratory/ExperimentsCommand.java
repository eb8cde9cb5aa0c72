package io.synod.laboratory;

import io.synod.benchmarks.cluster.BenchOptions;
import io.synod.benchmarks.experiment.ExperimentRun;
import io.synod.benchmarks.experiment.catalogue.Effort;
import io.synod.benchmarks.experiment.catalogue.Experiment;
import io.synod.benchmarks.load.Span;
import io.synod.cli.CommandFailure;
import io.synod.cli.DurationOption;
import io.synod.core.settings.Durability;
import io.synod.process.ProcessFailure;
import io.synod.replica.config.ThreadLayout;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Repeats the papers' experiments. */
@Command(
    name = "experiments",
    showDefaultValues = true,
    description = {
      "Repeats experiments of Santos & Schiper, of PigPaxos and of LibPaxos on this machine: measures each point"
          + " with a cluster of its own (in relay, relay-* and regions, points that differ only in their load share"
          + " one) and writes points.csv, the leader's measurements, pictures and report.md.",
      "lan: batch size and window, with the model fitted beside it; wan: the same over emulated"
          + " links of 50 ms and 10 Mbit/s; clients: the number of clients; size:"
          + " large requests; policy: batching policies over the delay of a batch; transport: TCP and"
          + " UDP between replicas; relay: the number of replicas and of relay groups, as in PigPaxos;"
          + " relay-peak: throughput and latency up to the leader's limit, directly and with relays,"
          + " each replica with a small share of a processor (control groups where this process may"
          + " make them, else the replicas are stopped and continued); relay-payload: the peak over"
          + " the bytes of a value; regions: messages across three emulated regions, and throughput and"
          + " latency, with a relay group in each and without; quorum: reads for each consistency, alone and with an equal number of writes.",
      "Of LibPaxos (Primi 2008), beside the paper's numbers: rate: latency over values per"
          + " second; counters: its event counters and what counting costs; storage: durability levels; acceptors: 3 to 11 replicas; learners: 0 to 10 learners that"
          + " follow; values: 10 bytes to 8 KB; parameters: the settings.",
      "Continues an interrupted run: points that are in the folder are not measured again."
    })
final class ExperimentsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "NAME",
      description = "One of: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Names.class)
  private Experiment experiment;

  @Option(
      names = "--quick",
      description = "Fewer and shorter points: under ten minutes on two cores.")
  private boolean quick;

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
      description = "Directory for all results. Default: results/NAME, or results/NAME-quick.")
  private Path results;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Replicas of each cluster, one process each; relay, relay-peak, regions, quorum and"
              + " acceptors vary them themselves, relay-payload has 25.")
  private int replicas;

  @Option(
      names = "--layout",
      paramLabel = "LAYOUT",
      defaultValue = "staged",
      description = "Thread layout of a replica: staged, split or merged.")
  private ThreadLayout layout;

  @Option(
      names = "--durability",
      paramLabel = "LEVEL",
      defaultValue = "memory",
      description = "Durability of the clusters; storage varies it itself.")
  private Durability durability;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
      converter = DurationOption.class,
      description = "Warm-up of each point. Default: 10s, or 5s with --quick.")
  private Duration warmUp;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
      converter = DurationOption.class,
      description = "Measured time of each point. Default: 10s, or 5s with --quick.")
  private Duration duration;

  /** The names of all experiments, for the help. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Experiment.values()).map(Experiment::word).iterator();
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    if (replicas < 1) {
      throw new ParameterException(spec.commandLine(), "--replicas must be at least 1");
    }
    Duration each = Duration.ofSeconds(quick ? 5 : 10);
    Span span = new Span(warmUp == null ? each : warmUp, duration == null ? each : duration);
    Effort effort = new Effort(quick, replicas, layout, durability);
    Path folder =
        results == null ? Path.of("results", experiment.word() + (quick ? "-quick" : "")) : results;
    try {
      ExperimentRun run = new ExperimentRun(experiment, effort, span, BenchOptions.JVM_OPTIONS);
      ExperimentRun.Outcome outcome = run.run(folder, System.err);
      print(outcome);
      return outcome.failed().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    } catch (ProcessFailure failure) {
      throw new CommandFailure(
          failure.getMessage() + "; the measured points are kept, the same command continues",
          failure);
    }
  }

  private void print(ExperimentRun.Outcome outcome) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%d points measured, %d kept of earlier runs%n", outcome.measured(), outcome.kept());
    outcome
        .failed()
        .forEach((point, reason) -> out.println("! not measured: " + point + ": " + reason));
    if (!outcome.verdict().isEmpty()) {
      out.println(outcome.verdict());
    }
    out.println("written: " + outcome.report());
  }
}
