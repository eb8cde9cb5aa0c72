package io.synod.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** Looks into the journal of a stopped replica. */
@Command(
    name = "log",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Looks into the journal of a replica that does not run; changes nothing.",
      "DIR is the replica's directory: storage.directory, and in it replica-N."
    },
    subcommands = {
      LogVerifyCommand.class,
      LogDumpCommand.class,
      LogStatsCommand.class,
      HelpCommand.class,
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the journal was read, and nothing that was durable is damaged or missing",
      "1:something is damaged, or could not be read",
      "2:there is no such replica, or the options were not understood",
    })
final class LogCommand {}
