package io.synod.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** Examines the disk on which a replica keeps its files. */
@Command(
    name = "disk",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Examines the disk on which a replica keeps, or will keep, its files.",
    subcommands = {
      DiskCheckCommand.class,
      HelpCommand.class,
    })
final class DiskCommand {}
