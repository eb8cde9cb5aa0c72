package io.synod.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** Looks at the snapshots of a stopped replica. */
@Command(
    name = "snapshot",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Looks at the snapshots of a replica that does not run; changes nothing.",
      "DIR is the replica's directory: storage.directory, and in it replica-N."
    },
    subcommands = {
      SnapshotListCommand.class,
      SnapshotVerifyCommand.class,
      HelpCommand.class,
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the snapshots were read and are as they were written",
      "1:a snapshot is damaged, or could not be read",
      "2:there is no such replica or snapshot, or the options were not understood",
    })
final class SnapshotCommand {}
