package io.synod.cli;

import io.synod.client.AdminException;
import io.synod.client.ClusterVersions;
import io.synod.client.ReplicaStatus;
import io.synod.client.SynodAdmin;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows which versions a cluster runs, and finishes an upgrade. */
@Command(
    name = "upgrade",
    showDefaultValues = true,
    description = {
      "Shows which builds the replicas run, which levels of Synod and which versions of the service these know, and"
          + " what the cluster uses.",
      "A cluster goes on with what it uses while its replicas are restarted with newer builds, in any order. Until"
          + " the upgrade is finished they can go back to the older build. With --finish the cluster uses the newest"
          + " that all replicas know, from one entry of the log on. There is no way back: a replica or a learner"
          + " with an older build stops there.",
      "It is not finished while a member is not connected to the leader, or while a replica does not know what"
          + " another one does.",
      "Learners that are named with --learner are shown too, and it is not finished while one of them does not answer"
          + " or does not know the version: a learner that is not named stops there if it does not.",
      "--finish asks the leader: run it on the leader's machine, unless admin.from = any lets others ask.",
      "Exit code 0 if the cluster uses the newest that all replicas know, or if this was only asked; 1 otherwise."
    })
final class UpgradeCommand implements Callable<Integer> {
  private static final String FORMAT = "%-8s  %-14s  %-8s  %s%n";

  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions config;

  @Option(
      names = "--finish",
      description =
          "Has the cluster use the newest level and service version that all replicas know.")
  private boolean finish;

  @Option(
      names = "--learner",
      paramLabel = "HOST:PORT",
      showDefaultValue = Visibility.NEVER,
      converter = AddressOption.class,
      description = "Address of a learner to ask, too; may be repeated.")
  private List<InetSocketAddress> learners = List.of();

  @Mixin private TimeoutOption timeout;

  @Override
  public Integer call() throws AdminException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    SynodAdmin admin = config.admin();
    String cluster = config.load().cluster().name();
    List<LearnerAnswer> following =
        learners.stream()
            .map(
                learner ->
                    LearnerAnswer.of(learner, cluster, ReplicaStatus::fetch, timeout.value()))
            .toList();
    ClusterVersions versions = admin.versions(timeout.value());
    if (finish) {
      checkKnown(versions, following);
      versions =
          UnfinishedChange.await(
              () -> admin.finishUpgrade(timeout.value()), spec.commandLine().getErr());
    }
    show(versions, out);
    following.forEach(learner -> out.println(learner.build()));
    out.println(next(versions));
    return ExitCode.OK;
  }

  private static void checkKnown(ClusterVersions versions, List<LearnerAnswer> following) {
    String older = older(versions);
    if (older != null) {
      throw new CommandFailure("the upgrade is not finished: " + older);
    }
    for (LearnerAnswer learner : following) {
      String reason = learner.whyNot(versions.newestLevel(), versions.newestService());
      if (reason != null) {
        throw new CommandFailure("the upgrade is not finished: " + reason);
      }
    }
  }

  /** Which replicas run an older build than others, and what to do; null if none does. */
  private static String older(ClusterVersions versions) {
    List<ClusterVersions.Build> builds = versions.builds();
    int level = builds.stream().mapToInt(ClusterVersions.Build::highestLevel).max().orElse(0);
    int service = builds.stream().mapToInt(ClusterVersions.Build::newestService).max().orElse(0);
    List<String> older =
        builds.stream()
            .filter(build -> build.highestLevel() < level || build.newestService() < service)
            .map(build -> String.valueOf(build.replica()))
            .toList();
    if (older.isEmpty()) {
      return null;
    }
    boolean isOne = older.size() == 1;
    return "%s %s %s not know level %d and service version %d, as others do: start %s with a build that does"
        .formatted(
            isOne ? "replica" : "replicas",
            String.join(", ", older),
            isOne ? "does" : "do",
            level,
            service,
            isOne ? "it" : "them");
  }

  private static void show(ClusterVersions versions, PrintWriter out) {
    out.printf(
        "the cluster uses level %d and service version %d%n", versions.level(), versions.service());
    out.printf(FORMAT, "replica", "Synod", "levels", "service versions");
    for (ClusterVersions.Build build : versions.builds()) {
      out.printf(
          FORMAT,
          build.replica(),
          build.software(),
          range(build.lowestLevel(), build.highestLevel()),
          range(build.oldestService(), build.newestService()));
    }
    for (int missing : versions.missing()) {
      out.printf("%-8d  not connected to the leader%n", missing);
    }
  }

  private static String next(ClusterVersions versions) {
    boolean allKnown = versions.missing().isEmpty();
    if (versions.isFinished()) {
      String older = older(versions);
      return allKnown
          ? "this is the newest that all of them know" + (older == null ? "" : ": " + older)
          : "this is the newest that all know that are connected: the others may know less or more";
    }
    String newest =
        "level %d and service version %d"
            .formatted(versions.newestLevel(), versions.newestService());
    return allKnown
        ? "all of them know %s: 'synod upgrade --finish' has the cluster use it".formatted(newest)
        : "those that are connected know %s: the upgrade can be finished when all members are connected"
            .formatted(newest);
  }

  static String range(int first, int last) {
    return first == last ? String.valueOf(first) : first + " to " + last;
  }
}
