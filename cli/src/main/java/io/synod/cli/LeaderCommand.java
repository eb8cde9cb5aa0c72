package io.synod.cli;

import io.synod.client.AdminException;
import io.synod.client.ClusterMembers;
import io.synod.client.SynodAdmin;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Moves the leadership of a cluster. */
@Command(
    name = "leader",
    subcommands = {LeaderCommand.Move.class, CommandHelp.class},
    description = "Moves the leadership of a cluster from one replica to another.")
final class LeaderCommand {

  /** Asks the leader, and waits for the outcome. */
  @Command(
      name = "move",
      showDefaultValues = true,
      description = {
        "Has another replica lead. The leader stops to propose, waits until the other replica knows everything that"
            + " is decided, and asks it to become leader. Clients keep what they have sent and send it to the new"
            + " leader.",
        "A leader that is closed does the same by itself.",
        "Asks the leader: run it on the leader's machine, unless admin.from = any lets others ask.",
        "Exit code 0 if the other replica leads; 1 otherwise."
      })
  static final class Move implements Callable<Integer> {
    private static final int ANY = -1;

    @Spec private CommandSpec spec;
    @Mixin private ConfigOptions config;

    @Option(
        names = "--to",
        paramLabel = "N",
        description =
            "The replica that is to lead. Default: the one of the highest priority, among equals the one that knows the most"
                + " decided slots.")
    private Integer to;

    @Mixin private TimeoutOption timeout;

    @Override
    public Integer call() throws AdminException, InterruptedException {
      SynodAdmin admin = config.admin();
      ClusterMembers before = admin.members(timeout.value());
      if (to != null && before.member(to) == null) {
        throw new ParameterException(
            spec.commandLine(), "replica %d is no member of %s".formatted(to, before));
      }
      if (to != null && before.leader() == to) {
        return show("replica %d leads already".formatted(to));
      }
      ClusterMembers after =
          UnfinishedChange.await(
              () -> admin.transferLeadership(to == null ? ANY : to, timeout.value()),
              "synod status shows which replica leads",
              spec.commandLine().getErr());
      return show("replica %d leads view %s".formatted(after.leader(), after.view()));
    }

    private int show(String line) {
      spec.commandLine().getOut().println(line);
      return ExitCode.OK;
    }
  }
}
