package io.synod.cli;

import io.synod.client.ReplicaStatus;
import io.synod.replica.config.SynodConfig;
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

/** Shows the status of every replica. */
@Command(
    name = "status",
    showDefaultValues = true,
    description = {
      "Shows each replica's role, view, decided and executed slots, storage, window, queue and"
          + " connections.",
      "Exit code 0 if every replica answers and is a member that can vote, lead and execute, and every"
          + " learner that is named answers and executes; 1 if at least one does not answer, is still"
          + " joining, is a standby, waits for its peers because its disk has lost a vote, has no space"
          + " for its journal, has halted because its service threw, or spends its time in the garbage"
          + " collector. A replica that was removed from the members counts for nothing.",
      "While it is 1, do not stop another replica: the cluster may have none to spare."
    })
final class StatusCommand implements Callable<Integer> {
  private final StatusSource source;

  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions config;

  @Option(
      names = "--json",
      description = "Prints a JSON array, one object per replica and learner, instead of a table.")
  private boolean json;

  @Option(
      names = "--learner",
      paramLabel = "HOST:PORT",
      converter = AddressOption.class,
      showDefaultValue = Visibility.NEVER,
      description = "Address of a learner to ask, too; may be repeated.")
  private List<InetSocketAddress> learners = List.of();

  @Mixin private TimeoutOption timeout;

  StatusCommand() {
    this(ReplicaStatus::fetch);
  }

  StatusCommand(StatusSource source) {
    this.source = source;
  }

  @Override
  public Integer call() {
    SynodConfig loaded = config.load();
    List<ReplicaAnswer> answers = StatusQuery.askAll(loaded.cluster(), source, timeout.value());
    List<LearnerAnswer> following =
        learners.stream()
            .map(
                learner ->
                    LearnerAnswer.of(learner, loaded.cluster().name(), source, timeout.value()))
            .toList();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(StatusJson.of(answers, following));
    } else {
      out.println(StatusTable.of(answers));
      following.forEach(learner -> out.println(learner.line()));
    }
    boolean healthy =
        answers.stream().allMatch(ReplicaAnswer::isHealthy)
            && following.stream().allMatch(LearnerAnswer::isHealthy);
    return healthy ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
