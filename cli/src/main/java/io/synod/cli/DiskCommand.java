package io.synod.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** Looks at the disk on which a replica keeps its files. */
@Command(
    name = "disk",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Looks at the disk on which a replica keeps, or will keep, its files.",
    subcommands = {
      DiskCheckCommand.class,
      HelpCommand.class,
    })
final class DiskCommand {}
