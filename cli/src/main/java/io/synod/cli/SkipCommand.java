package io.synod.cli;

import io.synod.client.ReplicaAddresses;
import io.synod.client.ReplicaStatus;
import io.synod.replica.config.SynodConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Skips a request at which the service of a cluster has halted. */
@Command(
    name = "skip",
    showDefaultValues = true,
    description = {
      "Skips one request at which the service of every replica has thrown an exception. With service.on-exception"
          + " = stop the replicas execute nothing more then, and 'synod status' names the request.",
      "The log records it, so every replica goes on in the same way, also one that executes the log again later."
          + " What the request has changed before its exception stays changed. Its client receives an error.",
      "Asks the leader: run it on the leader's machine, unless admin.from = any lets others ask.",
      "Exit code 0 if at least one replica answers and goes on, and none that answers waits;"
          + " 1 otherwise."
    })
final class SkipCommand implements Callable<Integer> {
  private static final long POLL_MILLIS = 100;

  private final StatusSource source;
  private final Sender sender;

  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions config;

  @Option(
      names = "--slot",
      required = true,
      showDefaultValue = Visibility.NEVER,
      paramLabel = "S",
      description = "The request's slot.")
  private long slot;

  @Option(
      names = "--request",
      required = true,
      showDefaultValue = Visibility.NEVER,
      paramLabel = "I",
      description = "The request's number in its slot, from 0.")
  private int request;

  @Mixin private TimeoutOption timeout;

  /** Has the leader skip a request, as {@link ReplicaStatus#skip}. */
  @FunctionalInterface
  interface Sender {
    void skip(InetSocketAddress leader, String cluster, long slot, int request, Duration timeout)
        throws IOException, InterruptedException;
  }

  SkipCommand() {
    this(ReplicaStatus::fetch, ReplicaStatus::skip);
  }

  SkipCommand(StatusSource source, Sender sender) {
    this.source = source;
    this.sender = sender;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (slot < 0 || request < 0) {
      throw new ParameterException(
          spec.commandLine(),
          "--slot and --request are 0 or more, not %d and %d".formatted(slot, request));
    }
    SynodConfig loaded = config.load();
    List<ReplicaAnswer> answers = ask(loaded);
    if (answers.stream().noneMatch(this::waits)) {
      throw new CommandFailure(
          "%s, so nothing was skipped%s".formatted(obstacle(answers), waiting(answers)));
    }
    sendTo(leader(answers), loaded.cluster().name());
    return awaitProgress(loaded, answers.stream().filter(this::waits).toList());
  }

  private static ReplicaAnswer leader(List<ReplicaAnswer> answers) {
    return answers.stream()
        .filter(ReplicaAnswer::isAnswered)
        .filter(ReplicaAnswer::isLeader)
        .findFirst()
        .orElseThrow(
            () ->
                new CommandFailure(
                    "no replica leads, so nothing was skipped: try again when a majority of the"
                        + " replicas runs"));
  }

  private void sendTo(ReplicaAnswer leader, String cluster) throws InterruptedException {
    InetSocketAddress address = ReplicaAddresses.parse(leader.address());
    InetSocketAddress port = new InetSocketAddress(address.getHostString(), address.getPort());
    try {
      sender.skip(port, cluster, slot, request, timeout.value());
    } catch (IOException failure) {
      throw new CommandFailure(
          "the leader, replica %d, did not take the command: %s"
              .formatted(leader.replica(), failure.getMessage()),
          failure);
    }
  }

  private List<ReplicaAnswer> ask(SynodConfig loaded) {
    return StatusQuery.askAll(loaded.cluster(), source, timeout.value());
  }

  private boolean waits(ReplicaAnswer answer) {
    return answer.number("halted", "slot") == slot && answer.number("halted", "request") == request;
  }

  private String obstacle(List<ReplicaAnswer> answers) {
    return answers.stream().anyMatch(ReplicaAnswer::isAnswered)
        ? "no replica that answers waits at request %d of slot %d".formatted(request, slot)
        : "no replica answers";
  }

  private static String waiting(List<ReplicaAnswer> answers) {
    StringBuilder text = new StringBuilder();
    for (ReplicaAnswer answer : answers) {
      if (answer.isHalted()) {
        text.append("; replica %d %s".formatted(answer.replica(), answer.halted()));
      } else if (!answer.isAnswered()) {
        text.append("; ").append(answer.silence());
      }
    }
    return text.toString();
  }

  /**
   * Waits until each replica of {@code waited} has answered that it goes on, or time is up.
   *
   * @param waited replicas that were at the request before it was skipped
   * @return the exit code
   */
  private int awaitProgress(SynodConfig loaded, List<ReplicaAnswer> waited)
      throws InterruptedException {
    Set<Integer> awaited = new HashSet<>();
    waited.forEach(one -> awaited.add(one.replica()));
    long begin = System.nanoTime();
    List<ReplicaAnswer> answers = askFor(awaited, loaded);
    while (!awaited.isEmpty() && System.nanoTime() - begin < timeout.value().toNanos()) {
      Thread.sleep(POLL_MILLIS);
      answers = askFor(awaited, loaded);
    }
    PrintWriter out = spec.commandLine().getOut();
    for (ReplicaAnswer answer : answers) {
      out.printf("replica %d %s%n", answer.replica(), after(answer));
    }
    boolean allGoOn =
        answers.stream().anyMatch(ReplicaAnswer::isAnswered)
            && answers.stream().noneMatch(ReplicaAnswer::isHalted);
    return allGoOn ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** Removes from {@code awaited} each replica that answers and no longer waits at the request. */
  private List<ReplicaAnswer> askFor(Set<Integer> awaited, SynodConfig loaded) {
    List<ReplicaAnswer> answers = ask(loaded);
    for (ReplicaAnswer answer : answers) {
      if (answer.isAnswered() && !waits(answer)) {
        awaited.remove(answer.replica());
      }
    }
    return answers;
  }

  private static String after(ReplicaAnswer answer) {
    if (!answer.isAnswered()) {
      return "does not answer; it skips the request when it executes it";
    }
    return answer.isHalted()
        ? answer.halted()
        : "goes on: it has executed the slots before " + answer.text("executed");
  }
}
