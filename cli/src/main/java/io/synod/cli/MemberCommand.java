package io.synod.cli;

import picocli.CommandLine.Command;

/** Shows and changes the members of a running cluster. */
@Command(
    name = "member",
    subcommands = {
      MemberListCommand.class,
      MemberAddCommand.class,
      MemberRemoveCommand.class,
      MemberMoveCommand.class,
      MemberChangeCommand.class,
      CommandHelp.class,
    },
    description = {
      "Shows and changes the members of a running cluster: which replicas vote, where they listen, and how"
          + " many of them must agree.",
      "A change is decided in the log, as requests are, and waits until the new members have decided a slot"
          + " and all that were added vote. Until then no replica may be stopped. Each command may be repeated: what is so already"
          + " changes nothing.",
      "Runs on the machine of the leader, unless admin.from = any lets others ask."
    })
final class MemberCommand {}
