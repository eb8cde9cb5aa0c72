package io.synod.cli;

import picocli.CommandLine.Command;

/** Takes snapshots, and examines those of a stopped replica. */
@Command(
    name = "snapshot",
    description = {
      "Has a running replica take a snapshot, or examines the snapshots of a stopped replica without"
          + " changing them.",
      "DIR is the replica's directory: replica-N in storage.directory."
    },
    subcommands = {
      SnapshotNowCommand.class,
      SnapshotListCommand.class,
      SnapshotVerifyCommand.class,
      CommandHelp.class,
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the snapshot is on disk, or the snapshots were read and are intact",
      "1:there is no new snapshot, or one is damaged or could not be read",
      "2:there is no such replica or snapshot, or the options are invalid",
    })
final class SnapshotCommand {}
