package io.synod.cli;

import picocli.CommandLine.Command;

/** Examines the disk on which a replica keeps its files. */
@Command(
    name = "disk",
    description = "Examines the disk on which a replica keeps, or will keep, its files.",
    subcommands = {
      DiskCheckCommand.class,
      CommandHelp.class,
    })
final class DiskCommand {}
