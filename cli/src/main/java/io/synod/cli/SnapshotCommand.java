package io.synod.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** Examines the snapshots of a stopped replica. */
@Command(
    name = "snapshot",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Examines the snapshots of a stopped replica; changes nothing.",
      "DIR is the replica's directory: replica-N in storage.directory."
    },
    subcommands = {
      SnapshotListCommand.class,
      SnapshotVerifyCommand.class,
      HelpCommand.class,
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the snapshots were read and are intact",
      "1:a snapshot is damaged, or could not be read",
      "2:there is no such replica or snapshot, or the options are invalid",
    })
final class SnapshotCommand {}
