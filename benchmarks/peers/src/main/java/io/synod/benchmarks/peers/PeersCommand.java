package io.synod.benchmarks.peers;

import io.synod.benchmarks.cluster.BenchOptions;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.peers.server.Durability;
import io.synod.process.ProcessFailure;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Measures Synod and its peers on this machine. */
@Command(
    name = "bench-peers",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    showDefaultValues = true,
    description = {
      "Three replicas of a null service on loopback, of Synod and of other replicated state"
          + " machines, and an unreplicated echo, under the same load in the same run.",
      "A system that fails is reported as failed; the others are still measured.",
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:all systems were measured", "1:a system failed", "2:invalid options"})
public final class PeersCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--only",
      paramLabel = "SYSTEM",
      split = ",",
      description =
          "Only these: synod-staged, synod-split, synod-merged, aeron, ratis, jraft, echo. Default: all.")
  private List<Contender> only = Arrays.asList(Contender.values());

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      split = ",",
      defaultValue = "memory,durable",
      description = "memory: logs in memory, never forced; durable: on the disk, forced.")
  private List<Durability> modes;

  @Option(
      names = "--request",
      paramLabel = "BYTES",
      split = ",",
      defaultValue = "128,1024",
      description = "Payloads of a request.")
  private List<Integer> requestBytes;

  @Option(
      names = "--answer",
      paramLabel = "BYTES",
      defaultValue = "8",
      description = "Length of an answer.")
  private int answerBytes;

  @Option(
      names = "--outstanding",
      paramLabel = "N",
      split = ",",
      defaultValue = "900,1",
      description = "Requests in flight at any time, of all connections together.")
  private List<Integer> outstanding;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "4",
      description = "Number of clients, with one connection or session each.")
  private int connections;

  @Option(
      names = {"--warmup", "--warm-up"},
      paramLabel = "TIME",
      defaultValue = "20s",
      converter = DurationOption.class,
      description = "Warm-up: load before each measurement that is not measured.")
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
      defaultValue = "3",
      description = "Number of measurements, each with fresh processes; the median is reported.")
  private int repetitions;

  @Option(
      names = "--jvm",
      paramLabel = "OPTIONS",
      defaultValue = "-Xms1g -Xmx2g -XX:+UseG1GC -XX:+AlwaysPreTouch",
      description = "Options for the Java of every process.")
  private String jvm;

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      defaultValue = "target/peers",
      description = "Directory for peers.txt, peers.json, peers.csv and peers.png.")
  private Path results;

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new PeersCommand())
        .registerConverter(Contender.class, text -> named(Contender.values(), text))
        .registerConverter(Durability.class, text -> named(Durability.values(), text))
        .setParameterExceptionHandler(PeersCommand::onBadUsage);
  }

  /** The value that is shown as {@code text}, in any case. */
  private static <T> T named(T[] values, String text) {
    return Stream.of(values)
        .filter(value -> value.toString().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'%s' is none of %s"
                        .formatted(text, Arrays.toString(values).toLowerCase(Locale.ROOT))));
  }

  /** Without the whole help, in which the reason would be lost. */
  private static int onBadUsage(ParameterException mistake, String[] arguments) {
    CommandLine command = mistake.getCommandLine();
    command.getErr().println("bench-peers: " + mistake.getMessage());
    command.getErr().println("Try 'scripts/bench-peers --help'.");
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  @Override
  public Integer call() throws InterruptedException {
    PeersReport report;
    try {
      report = PeersBench.run(options(), System.err);
    } catch (ProcessFailure ended) {
      spec.commandLine().getErr().println(ended.getMessage() + "; nothing is written");
      return ExitCode.SOFTWARE;
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(PeersTable.of(report));
    Targets.of(report).forEach(out::println);
    out.flush();
    try {
      PeersFiles.write(report, results);
      PeersChart.write(report, results);
    } catch (UncheckedIOException noRoom) {
      spec.commandLine().getErr().println(noRoom.getMessage() + ": " + noRoom.getCause());
      return ExitCode.SOFTWARE;
    }
    out.println("written: " + results.resolve("peers.{txt,json,csv,png}"));
    return report.hasFailures() ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private PeersOptions options() {
    try {
      return new PeersOptions(
          only,
          modes,
          requestBytes,
          outstanding,
          connections,
          answerBytes,
          new Span(warmUp, duration),
          repetitions,
          BenchOptions.jvmOptions(jvm));
    } catch (IllegalArgumentException impossible) {
      throw new ParameterException(spec.commandLine(), impossible.getMessage(), impossible);
    }
  }
}
