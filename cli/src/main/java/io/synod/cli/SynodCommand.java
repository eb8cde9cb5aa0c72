package io.synod.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * The {@code synod} command. Ends with 0 after success, 1 after a failure, 2 if options, arguments
 * or configuration are invalid, and 130 or 143 if Ctrl-C or SIGTERM has ended it before it was
 * done.
 */
@Command(
    name = "synod",
    description = "Replicated state machines: run replicas of a service, watch them, test them.",
    subcommands = {
      ReplicaCommand.class,
      KvCommand.class,
      LearnerCommand.class,
      BackupCommand.class,
      RestoreCommand.class,
      ForceQuorumCommand.class,
      TailCommand.class,
      StatusCommand.class,
      LeaderCommand.class,
      UpgradeCommand.class,
      MemberCommand.class,
      LimitsCommand.class,
      SkipCommand.class,
      ExplainCommand.class,
      LogCommand.class,
      SnapshotCommand.class,
      DiskCommand.class,
      ConfigCommand.class,
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success; also of replica, kv, learner, tail and backup --follow that SIGTERM or Ctrl-C ends",
      "1:failure",
      "2:the options or the configuration are invalid",
      "130, 143:Ctrl-C or SIGTERM has ended the command before it was done",
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
    // Its text is English and read by programs too, so its numbers do not depend on the locale.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    int code = commandLine().execute(arguments);
    System.exit(System.out.checkError() ? Errors.onLostOutput(code) : code);
  }

  /** With the commands of every {@link FurtherCommands} on the class path. */
  public static CommandLine commandLine() {
    CommandLine commandLine = new CommandLine(new SynodCommand());
    for (FurtherCommands further : ServiceLoader.load(FurtherCommands.class)) {
      further.addTo(commandLine);
    }
    addCommonOptions(commandLine);
    return withErrors(commandLine.addSubcommand(new CommandHelp()));
  }

  private static int execute(ParseResult parsed) {
    // The output of the outermost command is that of all commands in it.
    PrintWriter out = parsed.commandSpec().commandLine().getOut();
    try {
      return new RunLast().execute(parsed);
    } finally {
      out.flush();
    }
  }

  /** Every command has options for its help and the version, behind its own. */
  private static void addCommonOptions(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    spec.mixinStandardHelpOptions(true).versionProvider(new Version());
    spec.usageMessage().sortOptions(false);
    for (CommandLine inner : command.getSubcommands().values()) {
      if (!inner.getCommandSpec().helpCommand()) {
        addCommonOptions(inner);
      }
    }
  }

  /** Prints an error in one line, without a stack trace if the cause is clear. */
  static CommandLine withErrors(CommandLine commandLine) {
    return commandLine
        .setExecutionStrategy(SynodCommand::execute)
        .setParameterExceptionHandler(Errors::onBadUsage)
        .setExecutionExceptionHandler(Errors::onFailure);
  }
}
