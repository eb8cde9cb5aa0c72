package io.synod.laboratory;

import io.synod.cli.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The emulator of links. */
@Command(
    name = "link",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "The emulated links that chaos and bench put between replicas: latency, bandwidth, queues.",
    subcommands = {LinkCheckCommand.class, HelpCommand.class})
final class LinkCommand {}
