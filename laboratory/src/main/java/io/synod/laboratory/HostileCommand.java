package io.synod.laboratory;

import io.synod.chaos.hostile.HostileOptions;
import io.synod.chaos.hostile.HostileReport;
import io.synod.chaos.hostile.HostileRun;
import io.synod.chaos.hostile.attack.Attacker;
import io.synod.chaos.hostile.attack.Attackers;
import io.synod.cli.CommandFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Attacks real processes over the network. */
@Command(
    name = "hostile",
    showDefaultValues = true,
    description = {
      "Starts three replica processes of the key-value service with 256 MiB of heap each and attacks"
          + " their ports: frames that never end, random frames, floods of connections and sessions,"
          + " clients that do not read, requests with huge answers. Well-behaved clients read and"
          + " write meanwhile.",
      "No replica may end, the well-behaved clients must receive answers all the time and see a"
          + " linearizable history, and memory, descriptors, threads and logs must stay bounded.",
      "Attackers connect only to the processes that this command started."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every check holds",
      "1:a check failed, which the report names, or the run was interrupted",
      "2:invalid options",
    })
final class HostileCommand implements Callable<Integer> {
  private static final long SEED_MAX = 1_000_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "300",
      description =
          "Length of the attack. One shorter than 80 s goes on, up to 80 s, until it has taken"
              + " effect.")
  private int seconds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Repeats the random choices of an earlier run. Default: random, and printed.")
  private Long seed;

  @Option(
      names = "--attackers",
      paramLabel = "NAME",
      split = ",",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Only these attackers; docs/testing.md describes each. Default: all.")
  private List<Attacker> attackers = Attackers.all();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      showDefaultValue = Visibility.NEVER,
      description = "Any setting of the replicas, such as queue.max-bytes=64MiB; may be repeated.")
  private List<String> settings = new ArrayList<>();

  @Override
  public Integer call() {
    try {
      HostileReport report = HostileRun.run(options(), System.out);
      return report.holds() ? ExitCode.OK : ExitCode.SOFTWARE;
    } catch (IOException failure) {
      throw new CommandFailure(failure.getMessage(), failure);
    }
  }

  private HostileOptions options() {
    long chosen = seed == null ? ThreadLocalRandom.current().nextLong(SEED_MAX) : seed;
    try {
      return new HostileOptions(Duration.ofSeconds(seconds), chosen, attackers, settings);
    } catch (IllegalArgumentException impossible) {
      throw new ParameterException(spec.commandLine(), impossible.getMessage(), impossible);
    }
  }
}
