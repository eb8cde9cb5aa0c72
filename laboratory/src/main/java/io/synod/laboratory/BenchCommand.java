package io.synod.laboratory;

import io.synod.benchmarks.cluster.BenchOptions;
import io.synod.benchmarks.cluster.ClusterBench;
import io.synod.benchmarks.cluster.OverloadBench;
import io.synod.benchmarks.cluster.Report;
import io.synod.benchmarks.cluster.ReportFiles;
import io.synod.benchmarks.cluster.RunningBench;
import io.synod.benchmarks.cluster.TransferBench;
import io.synod.benchmarks.cluster.Yardstick;
import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.process.HostedService;
import io.synod.cli.DurationOption;
import io.synod.core.settings.Durability;
import io.synod.link.LinkShape;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.ThreadLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures clusters on this machine. */
@Command(
    name = "bench",
    showDefaultValues = true,
    description = {
      "Starts clusters of a null service on loopback, loads them from a process of its own, and does"
          + " the same to yardsticks in the same run.",
      "CPU is user and system time of all processes, and of the leader alone, for each answered"
          + " request.",
      "Exit code 1 if a measurement fails; what was measured before and behind it is reported."
    })
final class BenchCommand implements Callable<Integer> {
  private static final int TRANSFER_REPLICAS_MIN = 3;

  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;
  @Mixin private BenchSettingOptions settings;

  @Option(
      names = "--layouts",
      paramLabel = "LAYOUT",
      split = ",",
      defaultValue = "staged,split,merged",
      description = "Thread layouts of a replica; each gets its own cluster.")
  private List<ThreadLayout> layouts;

  @Option(
      names = "--levels",
      paramLabel = "LEVEL",
      split = ",",
      defaultValue = "memory",
      description =
          "Durability levels; each gets its own cluster, with a directory below java.io.tmpdir.")
  private List<Durability> levels;

  @Option(
      names = "--yardsticks",
      paramLabel = "YARDSTICK",
      split = ",",
      defaultValue = "echo",
      description =
          "Yardsticks measured beside the clusters: echo, one process that answers at once; skeleton, which"
              + " replicates batches on one thread and does nothing else; skeleton-sync, the same with"
              + " every batch written to a disk. None if it is empty.")
  private List<Yardstick> yardsticks;

  @Option(
      names = "--request",
      paramLabel = "SIZE",
      defaultValue = "128",
      converter = PayloadOption.class,
      description = "Payload of a request, such as 128 or 1KiB.")
  private int requestBytes;

  @Option(
      names = "--answer",
      paramLabel = "SIZE",
      defaultValue = "8",
      converter = PayloadOption.class,
      description = "Length of an answer.")
  private int answerBytes;

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Events that the service publishes to the client with each request, each as long as the"
              + " request. Clients receive them before the answer, so their rate is N times that of"
              + " requests. Yardsticks publish none.")
  private int events;

  @Option(
      names = "--outstanding",
      paramLabel = "N",
      defaultValue = "900",
      description = "Requests in flight at any time, of all connections together.")
  private int outstanding;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Requests due in a second (an open loop), at most --outstanding in flight; latency"
              + " counts from when they are due. 0: each follows an answer (a closed loop).")
  private long rate;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "4",
      description = "Number of clients; each has one connection and one session.")
  private int connections;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      defaultValue = "20s",
      converter = DurationOption.class,
      description =
          "Warm-up: load before each measurement that is not measured. From 10s on it takes up to"
              + " three times as long, until the rate does not rise any more.")
  private Duration warmUp;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "15s",
      converter = DurationOption.class,
      description = "Length of each measurement.")
  private Duration duration;

  @Option(
      names = "--repetitions",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of measurements, each with fresh processes; the median is reported.")
  private int repetitions;

  @Option(
      names = "--overload",
      description =
          "Instead: finds the peak of one cluster, then offers it ten times the outstanding"
              + " requests, more than its queue holds. Exit code 1 if less than 80 %% of the peak"
              + " is left.")
  private boolean overload;

  @Option(
      names = "--transfer",
      description =
          "Instead: pauses a follower of one cluster until it needs a snapshot, and"
              + " measures while it fetches the snapshot. Exit code 1 if less than 80 %% of the throughput"
              + " is left.")
  private boolean transfer;

  @Option(
      names = "--state",
      paramLabel = "SIZE",
      defaultValue = "0B",
      converter = BytesOption.class,
      description = "Size of the service's state, which each snapshot holds.")
  private Long stateBytes;

  @Option(
      names = "--link",
      paramLabel = "LINK",
      converter = LinkOption.class,
      description =
          "The link between each two replicas: wan-50ms, wan-150ms, lan, or"
              + " latency=TIME,jitter=TIME,bandwidth=BITS (any of them; such as 50ms, 10Mbit)."
              + " Emulated by this process; the figures exclude its CPU. Default: none.")
  private LinkShape link;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Instead: measures the running cluster of this file. Its service receives"
              + " zeros and may give any answer; memory is that of the load process. Made for that:"
              + " io.synod.benchmarks.process.NullService.")
  private Path config;

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      description = "Directory for report.json, report.csv, throughput.png and latency.png.")
  private Path results;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also writes the report to FILE, as JSON.")
  private Path json;

  @Override
  public Integer call() throws InterruptedException {
    BenchOptions options = options();
    checkFiles();
    if (overload) {
      OverloadBench.Outcome outcome = OverloadBench.run(options, System.err);
      return judge(outcome.report(), outcome.verdict(), outcome.holds());
    }
    if (transfer) {
      TransferBench.Outcome outcome = TransferBench.run(options, System.err);
      return judge(outcome.report(), outcome.verdict(), outcome.holds());
    }
    Report report =
        config == null
            ? ClusterBench.run(options, System.err)
            : RunningBench.run(options, SynodConfig.load(config), System.err);
    report(report);
    return report.hasFailures() ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private void checkFiles() {
    if (results != null) {
      OutputFiles.checkIn(results, List.of(results.resolve("report.json")), "--results", spec);
    }
    if (json != null) {
      OutputFiles.check(json, "--json", spec);
    }
  }

  private int judge(Report report, String verdict, boolean holds) {
    report(report);
    spec.commandLine().getOut().println(verdict);
    return holds ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private BenchOptions options() {
    if (overload && transfer) {
      throw new ParameterException(
          spec.commandLine(), "--overload and --transfer are two measurements: name one");
    }
    if (config != null && (overload || transfer)) {
      throw new ParameterException(
          spec.commandLine(), "--overload and --transfer start a cluster: not with --config");
    }
    if (events < 0 || events > 0 && config != null) {
      throw new ParameterException(
          spec.commandLine(), "--events takes a number from 0 on, and not with --config");
    }
    if (config != null && (link != null || !settings.settings().isEmpty())) {
      throw new ParameterException(
          spec.commandLine(),
          "--link, --set, --batch and --window are for clusters that are started: not with --config");
    }
    return cluster.read(this::optionsWith);
  }

  private BenchOptions optionsWith(int replicas) {
    if (transfer && replicas < TRANSFER_REPLICAS_MIN) {
      throw new IllegalArgumentException(
          "--transfer pauses a replica: it needs at least %d, not %d"
              .formatted(TRANSFER_REPLICAS_MIN, replicas));
    }
    return new BenchOptions(
        replicas,
        layouts,
        levels,
        settings.settings(),
        link == null ? LinkShape.STRAIGHT : link,
        yardsticks.stream().filter(Objects::nonNull).toList(),
        new Load(connections, outstanding, requestBytes, rate),
        HostedService.idle(answerBytes, stateBytes).withEvents(events),
        new Span(warmUp, duration),
        repetitions,
        settings.jvmOptions());
  }

  private void report(Report report) {
    spec.commandLine().getOut().print(report.table());
    if (results != null) {
      ReportFiles.writeAll(report, results);
    }
    if (json != null) {
      ReportFiles.writeJson(report, json);
    }
  }
}
