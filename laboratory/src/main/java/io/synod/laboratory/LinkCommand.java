package io.synod.laboratory;

import io.synod.cli.CommandHelp;
import picocli.CommandLine.Command;

/** The emulator of links. */
@Command(
    name = "link",
    description =
        "The emulated links that chaos and bench put between replicas: latency, bandwidth, queues.",
    subcommands = {LinkCheckCommand.class, CommandHelp.class})
final class LinkCommand {}
