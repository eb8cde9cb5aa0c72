package io.synod.cli;

import io.synod.replica.config.SynodConfig;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes a backup of a running cluster. */
@Command(
    name = "backup",
    subcommands = {BackupVerifyCommand.class, CommandHelp.class},
    description = {
      "Makes a backup of a running cluster: fetches a snapshot from a replica or learner at"
          + " snapshot.max-rate, verifies it, and describes it in the file 'backup'.",
      "With --follow it also keeps every slot that is decided behind the snapshot, durable each"
          + " second, until Ctrl-C (exit code 0). The same command goes on where it was.",
      "'synod restore' makes a new cluster of it."
    })
final class BackupCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  // Checked by hand: the subcommand needs none of them.
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The cluster's properties file; required.")
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Overrides a setting of the file; may be repeated.")
  private List<String> overrides = List.of();

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description =
          "The backup's directory; required. It is made if it is not there. Another one is empty or"
              + " holds this cluster's backup.")
  private Path to;

  @Option(
      names = "--from",
      paramLabel = "HOST:CLIENT",
      converter = AddressOption.class,
      description =
          "The client address of the replica or learner that sends the snapshot. Default: a replica"
              + " that does not lead, if one can be reached.")
  private InetSocketAddress from;

  @Option(
      names = "--follow",
      description =
          "Keeps the slots behind the snapshot too. A learner sends none, so they come from the"
              + " replicas.")
  private boolean follow;

  @Override
  public Integer call() {
    if (file == null || to == null) {
      throw new ParameterException(
          spec.commandLine(), "Missing required option: " + (file == null ? "--config" : "--to"));
    }
    SynodConfig loaded = SynodConfig.load(file, overrides);
    BackupRun run = new BackupRun(loaded, to, spec.commandLine().getOut());
    return ProcessLife.doing("backup", run::remains)
        .run(
            () -> new ProcessLife.Running(run.start(from, follow), run::close, run::isWhole),
            spec.commandLine().getErr());
  }
}
