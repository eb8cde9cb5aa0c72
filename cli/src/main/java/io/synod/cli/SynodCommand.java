package io.synod.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/**
 * The {@code synod} command. Ends with 0 if all went well, 1 if something failed, 2 if it was not
 * understood: options, arguments or configuration.
 */
@Command(
    name = "synod",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Replicated state machines: run replicas of a service, watch them, test them.",
    subcommands = {
      ReplicaCommand.class,
      KvCommand.class,
      LearnerCommand.class,
      PromoteCommand.class,
      TailCommand.class,
      StatusCommand.class,
      LogCommand.class,
      SnapshotCommand.class,
      ConfigCommand.class,
      DemoCommand.class,
      SimulateCommand.class,
      ExploreCommand.class,
      ChaosCommand.class,
      HostileCommand.class,
      LinkCommand.class,
      BenchCommand.class,
      ExperimentsCommand.class,
      ModelCommand.class,
      FitCommand.class,
      TuneCommand.class,
      HelpCommand.class,
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all went well",
      "1:something failed",
      "2:the options or the configuration were not understood",
    },
    footerHeading = "%nTo begin with:%n",
    footer = {
      "  synod kv --config config/local.properties --id 0 --redis-port 6380",
      "  synod status --config config/local.properties",
      "  synod help replica",
    })
public final class SynodCommand {
  private SynodCommand() {}

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return withErrors(new CommandLine(new SynodCommand()));
  }

  /** Errors in one line each, without stack traces where the cause is clear. */
  static CommandLine withErrors(CommandLine commandLine) {
    return commandLine
        .setParameterExceptionHandler(Errors::onBadUsage)
        .setExecutionExceptionHandler(Errors::onFailure);
  }
}
