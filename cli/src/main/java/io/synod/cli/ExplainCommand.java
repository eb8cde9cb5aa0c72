package io.synod.cli;

import io.synod.client.ReplicaStatus;
import io.synod.replica.config.SynodConfig;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says what limits the leader. */
@Command(
    name = "explain",
    showDefaultValues = true,
    description = {
      "Says what limits the leader now and what would help: which thread, disk or processor is busy,"
          + " whether the window or the clients hold it back; its batch size, window and timeouts with"
          + " the reasons for them; and what the autopilot has changed lately.",
      "The figures are those of the leader's last ten seconds. Exit code 1 if"
          + " no replica says that it leads."
    })
final class ExplainCommand implements Callable<Integer> {
  private final StatusSource source;

  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions config;

  @Mixin private TimeoutOption timeout;

  ExplainCommand() {
    this(ReplicaStatus::fetch);
  }

  ExplainCommand(StatusSource source) {
    this.source = source;
  }

  @Override
  public Integer call() {
    SynodConfig loaded = config.load();
    List<ReplicaAnswer> answers = StatusQuery.askAll(loaded.cluster(), source, timeout.value());
    ReplicaAnswer leader =
        answers.stream()
            .filter(answer -> answer.isAnswered() && answer.isLeader())
            .findFirst()
            .orElseThrow(() -> new CommandFailure(nobody(answers)));
    spec.commandLine().getOut().print(leader.text("explanation").stripTrailing() + "\n");
    return ExitCode.OK;
  }

  private static String nobody(List<ReplicaAnswer> answers) {
    long reached = answers.stream().filter(ReplicaAnswer::isAnswered).count();
    return "%d of %d replicas answer%s%s; 'synod status' shows more"
        .formatted(
            reached,
            answers.size(),
            reached == 0 ? "" : ", and none of them leads",
            ReplicaAnswer.silences(answers));
  }
}
