package io.synod.laboratory;

import io.synod.chaos.fault.FaultKind;
import io.synod.chaos.run.ChaosOptions;
import io.synod.chaos.run.ChaosReport;
import io.synod.chaos.run.ChaosRun;
import io.synod.cli.CommandFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Injects faults into real processes under load. */
@Command(
    name = "chaos",
    showDefaultValues = true,
    description = {
      "Starts replica processes of the key-value service, connected through links of its own, lets"
          + " clients read and write, and meanwhile kills and pauses processes, cuts and delays links"
          + " and fills disks, as a plan drawn from the seed says.",
      "In the end the history of all clients must be linearizable, all replicas must have equal state,"
          + " and the answer rate must be high enough. Writes chaos.svg, a picture of every fault and"
          + " its effect on the clients, and chaos.json."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every check passed",
      "1:a check failed; the report says which, and where the logs and journals are",
      "2:invalid options",
      "3:no check failed, but the run proves nothing: fewer answers than the minimum rate, or an"
          + " operator that has done nothing",
    })
final class ChaosCommand implements Callable<Integer> {
  private static final int INVALID = 3;
  private static final long SEED_MAX = 1_000_000;
  private static final double SECONDS_PER_MINUTE = 60;

  @Spec private CommandSpec spec;

  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "5",
      description =
          "Approximate length; each kind of fault comes at least once. May be a fraction.")
  private double minutes;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      showDefaultValue = Visibility.NEVER,
      description =
          "Any setting of the replicas, such as dissemination=relay; may be repeated. Without it"
              + " they run with 'sync', small segments and frequent snapshots.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Number of clients, each with one call at a time; half of them have a long timeout.")
  private int clients;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Repeats the plan of an earlier run. Default: random, and printed.")
  private Long seed;

  @Option(
      names = "--faults",
      paramLabel = "KIND",
      split = ",",
      defaultValue = "kill,pause,cut,sever,one-way,delay,disk-full,all-down",
      description =
          "Kinds of faults, or none. A cut link stalls, a severed one ends its connections; one-way"
              + " stalls one direction.")
  private List<FaultKind> kinds;

  @Option(
      names = "--operator",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description =
          "An operator moves the leadership about every so many seconds, and changes the members if"
              + " there are spares. 0: none.")
  private double operatorSeconds;

  @Option(
      names = "--spares",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Further replicas, which begin as standbys. The operator swaps them with members, one or as"
              + " many as there are, and empties directories of replicas that were removed. Faults of"
              + " links then hit other connections than they say.")
  private int spares;

  @Option(
      names = "--other-build",
      paramLabel = "DIR",
      description =
          "Every third process runs another build of Synod, whose jars are in this directory, such as"
              + " laboratory/target/synod/lib of another clone after scripts/build. So replicas are"
              + " upgraded and go back. Default: all run this one.")
  private Path otherBuild;

  @Option(
      names = "--minimum-rate",
      paramLabel = "N",
      defaultValue = "50",
      description = "The least average number of answers per second, of all clients together.")
  private double minimumRate;

  @Option(
      names = "--maximum-rate",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "The most answers per second, of all clients together: a long run with fewer needs less memory for"
              + " its history. 0: as many as come.")
  private double maximumRate;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "target/chaos",
      description = "Directory for chaos.svg and chaos.json.")
  private Path directory;

  @Override
  public Integer call() {
    try {
      ChaosOptions options = options();
      OutputFiles.checkIn(directory, ChaosReport.files(directory), "--out", spec);
      ChaosReport report = ChaosRun.run(options, System.out);
      return switch (report.outcome()) {
        case HOLDS -> ExitCode.OK;
        case INVALID -> INVALID;
        case VIOLATED, INTERRUPTED -> ExitCode.SOFTWARE;
      };
    } catch (IOException failure) {
      throw new CommandFailure(failure.getMessage(), failure);
    }
  }

  /**
   * @throws ParameterException if {@code number} is negative or none
   */
  private long millis(String option, double number, double seconds) {
    if (!(number >= 0)) {
      throw new ParameterException(
          spec.commandLine(), "%s %s: use a number from 0 on".formatted(option, number));
    }
    return Math.round(number * seconds * 1000);
  }

  private ChaosOptions options() {
    long chosen = seed == null ? ThreadLocalRandom.current().nextLong(SEED_MAX) : seed;
    Duration length = Duration.ofMillis(millis("--minutes", minutes, SECONDS_PER_MINUTE));
    long everyMillis = millis("--operator", operatorSeconds, 1);
    return cluster.read(
        replicas -> {
          List<FaultKind> wanted = kinds.stream().filter(Objects::nonNull).toList();
          ChaosOptions.Faults faults = new ChaosOptions.Faults(chosen, length, wanted);
          ChaosOptions.Operator operator =
              new ChaosOptions.Operator(spares, everyMillis, otherBuild);
          return new ChaosOptions(
              replicas,
              settings,
              clients,
              faults,
              operator,
              new ChaosOptions.Rates(minimumRate, maximumRate),
              directory);
        });
  }
}
