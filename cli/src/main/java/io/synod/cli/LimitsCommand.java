package io.synod.cli;

import io.synod.client.AdminException;
import io.synod.client.SynodAdmin;
import io.synod.core.settings.SessionSettings;
import io.synod.replica.config.SessionKeys;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows and changes the limits of sessions. */
@Command(
    name = "limits",
    showDefaultValues = true,
    description = {
      "Shows the limits of sessions that hold in a cluster, and changes them while it runs.",
      "The properties files have those with which the cluster began; leave them as they are. A change is an entry of"
          + " the log: all replicas keep to it from the same request on, and so do those that are started later.",
      "session.max-outstanding, session.max-answer-bytes, session.max-kept-bytes and session.max-event-bytes can be"
          + " raised only. With a lower session.max-count or session.max-all-kept-bytes, sessions beyond it end.",
      "Before session.idle-timeout is lowered, clients must have a shorter SynodClientBuilder.sessionIdle: idle ones"
          + " would lose their sessions.",
      "A change asks the leader: make it on the leader's machine, unless admin.from = any lets others ask.",
      "Exit code 0 if the limits are as wanted; 1 if that was refused or took too long."
    })
final class LimitsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions config;

  @Option(
      names = "--change",
      paramLabel = "KEY=VALUE",
      showDefaultValue = Visibility.NEVER,
      description = "A limit and its value, such as session.max-count=200000; may be repeated.")
  private List<String> changes = List.of();

  @Mixin private TimeoutOption timeout;

  @Override
  public Integer call() throws AdminException, InterruptedException {
    check();
    SynodAdmin admin = config.admin();
    show(changes.isEmpty() ? admin.sessionLimits(timeout.value()) : change(admin));
    return ExitCode.OK;
  }

  private SessionSettings change(SynodAdmin admin) throws AdminException, InterruptedException {
    return UnfinishedChange.await(
        () -> admin.changeSessionLimits(this::changed, timeout.value()),
        spec.commandLine().getErr());
  }

  /** Wrong words are refused whether or not a replica leads. */
  private void check() {
    try {
      SessionKeys.check(changes);
    } catch (IllegalArgumentException unusable) {
      throw unusable(unusable);
    }
  }

  private SessionSettings changed(SessionSettings now) {
    try {
      return SessionKeys.changed(now, changes);
    } catch (IllegalArgumentException unusable) {
      throw unusable(unusable);
    }
  }

  private ParameterException unusable(IllegalArgumentException reason) {
    return new ParameterException(spec.commandLine(), "--change: " + reason.getMessage(), reason);
  }

  private void show(SessionSettings limits) {
    PrintWriter out = spec.commandLine().getOut();
    SessionKeys.texts(limits).forEach((key, value) -> out.printf("%s = %s%n", key, value));
  }
}
