package io.synod.cli;

import io.synod.client.ReplicaStatus;
import io.synod.replica.config.SynodConfig;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
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
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = LeaderCommand.Move.class,
    description = "Moves the leadership of a cluster from one replica to another.")
final class LeaderCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "Missing required subcommand: move");
  }

  /** Asks the leader, and waits for the outcome. */
  @Command(
      name = "move",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      sortOptions = false,
      description = {
        "Has another replica lead. The leader stops to propose, waits until the other replica knows everything that"
            + " is decided, and asks it to become leader. Clients keep what they have sent and send it to the new"
            + " leader.",
        "A leader that is closed does the same by itself.",
        "Exit code 0 if the other replica leads; 1 otherwise."
      })
  static final class Move implements Callable<Integer> {
    private static final long POLL_MILLIS = 20;
    private static final int ANY = -1;

    @Spec private CommandSpec spec;
    @Mixin private ConfigOptions config;

    @Option(
        names = "--to",
        paramLabel = "N",
        description =
            "The replica that is to lead. Default: the one of the highest priority, among equals the one that knows most.")
    private int to = ANY;

    @Mixin private TimeoutOption timeout;

    @Override
    public Integer call() throws InterruptedException {
      SynodConfig loaded = config.load();
      List<ReplicaAnswer> answers = ask(loaded);
      boolean isMember = KnownMembership.newest(answers).filter(now -> now.has(to)).isPresent();
      if (to != ANY && !isMember) {
        config.checkedId(loaded, to);
      }
      Optional<ReplicaAnswer> leader = LeaderRequest.leader(answers);
      if (leader.isPresent() && leader.get().replica() == to) {
        return show("replica %d leads already".formatted(to));
      }
      LeaderRequest move =
          (address, cluster) -> ReplicaStatus.moveLeader(address, cluster, to, timeout.value());
      return await(loaded, move.sendToLeader(loaded, answers, "nothing was moved"));
    }

    private List<ReplicaAnswer> ask(SynodConfig loaded) {
      return StatusQuery.askAll(loaded.cluster(), ReplicaStatus::fetch, timeout.value());
    }

    /** Until another replica leads or the leader says that the transfer has failed. */
    private int await(SynodConfig loaded, ReplicaAnswer before) throws InterruptedException {
      long begin = System.nanoTime();
      while (System.nanoTime() - begin < timeout.value().toNanos()) {
        Optional<ReplicaAnswer> now = LeaderRequest.leader(ask(loaded));
        if (now.isPresent() && now.get().replica() != before.replica()) {
          int leads = now.get().replica();
          String text = "replica %d leads view %s".formatted(leads, now.get().text("view"));
          if (to != ANY && to != leads) {
            throw new CommandFailure(text + ", not replica " + to + ": it was elected meanwhile");
          }
          return show(text);
        }
        if (now.isPresent()
            && now.get().number("transfer", "count") > before.number("transfer", "count")
            && !now.get().text("transfer", "failure").equals("null")) {
          throw new CommandFailure(
              "replica %d leads on: %s"
                  .formatted(before.replica(), now.get().text("transfer", "failure")));
        }
        Thread.sleep(POLL_MILLIS);
      }
      throw new CommandFailure(
          "no other replica leads after %d ms: 'synod status' shows who leads"
              .formatted(timeout.value().toMillis()));
    }

    private int show(String line) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(line);
      out.flush();
      return ExitCode.OK;
    }
  }
}
