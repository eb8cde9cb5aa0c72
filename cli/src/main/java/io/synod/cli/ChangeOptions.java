package io.synod.cli;

import io.synod.client.AdminException;
import io.synod.client.ClusterMembers;
import io.synod.client.ClusterMembers.Member;
import io.synod.client.MembershipChange;
import io.synod.client.SynodAdmin;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of every command that changes the members, and the change itself. */
final class ChangeOptions {
  private static final int REPLICAS_THAT_BEAR_A_LOSS = 3;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Mixin private ConfigOptions config;

  @Option(
      names = "--dry-run",
      description = "Asks the leader whether it would make the change, and changes nothing.")
  private boolean dryRun;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "60s",
      converter = DurationOption.class,
      description = "How long to wait until the change is made, such as 30s or 10min.")
  private Duration timeout;

  /**
   * Makes the change that {@code build} makes of none, and shows the members.
   *
   * @param build may throw IllegalArgumentException: the arguments are wrong
   */
  int make(UnaryOperator<MembershipChange> build) throws AdminException, InterruptedException {
    return make(build, "it is so already in");
  }

  /**
   * The same.
   *
   * @param needless why there is nothing to change, before the name of the membership
   */
  int make(UnaryOperator<MembershipChange> build, String needless)
      throws AdminException, InterruptedException {
    MembershipChange change = built(build);
    PrintWriter err = command.commandLine().getErr();
    SynodAdmin admin =
        config
            .admin()
            .withProgress(
                waiting -> {
                  err.println("waits: " + waiting);
                  err.flush();
                });
    ClusterMembers before = admin.members(timeout);
    ClusterMembers after = changed(admin, change, err);
    show(line(change, needless, before, after));
    if (after.members().size() < REPLICAS_THAT_BEAR_A_LOSS) {
      err.printf(
          "note: with %d of them the cluster stands still when one is lost%n",
          after.members().size());
    }
    for (Member member : after.members()) {
      if (hasMoved(member, before)) {
        err.printf(
            "note: replica %d serves again once it runs at %s and %s, with its directory%n",
            member.number(), member.peerAddress(), member.clientAddress());
      }
    }
    err.flush();
    return ExitCode.OK;
  }

  private ClusterMembers changed(SynodAdmin admin, MembershipChange change, PrintWriter err)
      throws AdminException, InterruptedException {
    if (dryRun) {
      return admin.change(change, timeout);
    }
    return UnfinishedChange.await(() -> admin.change(change, timeout), err);
  }

  /** A mistyped name would cost the cluster a member. */
  void noteUnknownHost(MemberAddress address) {
    if (new InetSocketAddress(address.host(), 0).isUnresolved()) {
      command
          .commandLine()
          .getErr()
          .printf(
              "note: this machine knows no address of %s; replicas and clients must know one%n",
              address.host());
    }
  }

  /**
   * Refuses several replicas where a command changes one.
   *
   * @param option of {@code synod member change}, which changes several
   * @param more replicas behind {@code first}
   * @throws IllegalArgumentException if there are any
   */
  static void requireOne(String option, int first, List<Integer> more) {
    if (!more.isEmpty()) {
      String all =
          Stream.concat(Stream.of(first), more.stream())
              .map(replica -> " " + option + " " + replica)
              .collect(Collectors.joining());
      throw new IllegalArgumentException(
          "one replica at a time; several in one step: synod member change" + all);
    }
  }

  private MembershipChange built(UnaryOperator<MembershipChange> build) {
    try {
      MembershipChange change = build.apply(MembershipChange.NONE);
      return dryRun ? change.dryRun() : change;
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(command.commandLine(), wrong.getMessage(), wrong);
    }
  }

  private static boolean hasMoved(Member member, ClusterMembers before) {
    return before.members().stream()
        .filter(former -> former.number() == member.number())
        .anyMatch(
            former ->
                !former.peerAddress().equals(member.peerAddress())
                    || !former.clientAddress().equals(member.clientAddress()));
  }

  static String line(
      MembershipChange change, String needless, ClusterMembers before, ClusterMembers after) {
    if (after.number() != before.number()) {
      return after.toString();
    }
    return change.isNeedlessIn(after)
        ? "nothing to change: %s %s".formatted(needless, after)
        : "the leader would make this change; now it is " + after;
  }

  private void show(String line) {
    command.commandLine().getOut().println(line);
  }
}
