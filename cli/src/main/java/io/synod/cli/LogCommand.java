package io.synod.cli;

import picocli.CommandLine.Command;

/** Examines the journal of a stopped replica. */
@Command(
    name = "log",
    description = {
      "Examines the journal of a stopped replica; changes nothing.",
      "DIR is the replica's directory: replica-N in storage.directory."
    },
    subcommands = {
      LogVerifyCommand.class,
      LogDumpCommand.class,
      LogStatsCommand.class,
      CommandHelp.class,
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the journal was read, and no durable record is damaged or missing",
      "1:a record is damaged or could not be read",
      "2:there is no such replica, or the options are invalid",
    })
final class LogCommand {}
