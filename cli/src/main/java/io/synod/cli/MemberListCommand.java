package io.synod.cli;

import io.synod.client.ClusterMembers;
import io.synod.client.ReplicaStatus;
import io.synod.replica.config.SynodConfig;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows the members. */
@Command(
    name = "list",
    showDefaultValues = true,
    description = {
      "Shows the members of the cluster and the standbys of the properties file: where they listen, what they"
          + " do, and how far they have come.",
      "Exit code 0 if every member answers and the membership is settled; 1 otherwise."
    })
final class MemberListCommand implements Callable<Integer> {
  private final StatusSource source;

  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions config;
  @Mixin private TimeoutOption timeout;

  MemberListCommand() {
    this(ReplicaStatus::fetch);
  }

  MemberListCommand(StatusSource source) {
    this.source = source;
  }

  @Override
  public Integer call() {
    SynodConfig loaded = config.load();
    List<ReplicaAnswer> answers = StatusQuery.askAll(loaded.cluster(), source, timeout.value());
    ClusterMembers membership =
        NewestMembers.of(answers)
            .orElseThrow(
                () ->
                    new CommandFailure(
                        "no replica reports the members%s; 'synod status' shows more"
                            .formatted(ReplicaAnswer.silences(answers))));
    spec.commandLine().getOut().print(MemberTable.of(membership, answers));
    Set<Integer> answering =
        answers.stream()
            .filter(ReplicaAnswer::isAnswered)
            .map(ReplicaAnswer::replica)
            .collect(Collectors.toSet());
    boolean allAnswer =
        membership.members().stream().allMatch(member -> answering.contains(member.number()));
    return allAnswer && membership.isSettled() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
