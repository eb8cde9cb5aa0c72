package io.synod.cli;

import io.synod.client.ReplicaStatus;
import io.synod.replica.config.SynodConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Asks every replica how it is. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    showDefaultValues = true,
    description = {
      "Shows each replica's role, view, decided and executed slots, storage, window, queue and"
          + " connections.",
      "Exit code 0 if every replica answers and takes part with all its memory; 1 if at least one"
          + " does not answer, is still joining, waits for its peers because its disk has lost a"
          + " vote, or has no space for its journal. While it is 1, do not stop another replica:"
          + " the cluster may have none to spare."
    })
final class StatusCommand implements Callable<Integer> {
  private final StatusSource source;

  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions config;

  @Option(
      names = "--json",
      description = "Prints a JSON array, one object per replica, instead of a table.")
  private boolean json;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "2s",
      converter = DurationOption.class,
      description = "How long an answer is waited for, such as 500ms or 2s.")
  private Duration timeout;

  StatusCommand() {
    this(ReplicaStatus::fetch);
  }

  StatusCommand(StatusSource source) {
    this.source = source;
  }

  @Override
  public Integer call() {
    SynodConfig loaded = config.load();
    List<ReplicaAnswer> answers = StatusQuery.askAll(loaded.cluster(), source, timeout);
    String text = json ? StatusJson.of(answers) : StatusTable.of(answers);
    spec.commandLine().getOut().println(text);
    spec.commandLine().getOut().flush();
    return answers.stream().allMatch(ReplicaAnswer::isHealthy) ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
