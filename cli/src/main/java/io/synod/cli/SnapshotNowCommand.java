package io.synod.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.client.ReplicaAddresses;
import io.synod.client.ReplicaStatus;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SynodConfig;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Has a running replica or learner take a snapshot. */
@Command(
    name = "now",
    showDefaultValues = true,
    description = {
      "Has a running replica or learner take a snapshot of all that it has executed, and waits until"
          + " the snapshot is on its disk.",
      "Runs on the machine of the replica, unless admin.from = any lets others ask."
    })
final class SnapshotNowCommand implements Callable<Integer> {
  private static final long POLL_MILLIS = 20;
  private static final long ANSWER_NANOS_MIN = 200_000_000;

  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions config;

  @ArgGroup(multiplicity = "1")
  private Who who;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "60s",
      converter = DurationOption.class,
      description = "How long to wait for the snapshot, such as 10s or 5min.")
  private Duration timeout;

  /** The replica or learner as it is shown, where it listens, and its cluster. */
  private record Asked(String shown, InetSocketAddress port, String cluster) {}

  private static final class Who {
    @Option(names = "--id", paramLabel = "N", description = "The replica: N of replica.N.")
    private Integer id;

    @Option(
        names = "--learner",
        paramLabel = "HOST:PORT",
        converter = AddressOption.class,
        description = "The address of a learner, instead of a replica.")
    private InetSocketAddress learner;
  }

  @Override
  public Integer call() throws InterruptedException {
    SynodConfig loaded = config.load();
    InetSocketAddress port = port(loaded);
    String shown =
        who.learner == null
            ? "replica " + who.id
            : "the learner at " + ReplicaAddresses.text(who.learner);
    String cluster = loaded.cluster().name();
    StatusSource take = (address, wait) -> ReplicaStatus.takeSnapshot(address, cluster, wait);
    Asked asked = new Asked(shown, port, cluster);
    long wanted = number(ask(asked, take, timeout), "executed");
    if (wanted == 0) {
      throw new CommandFailure(shown + " has executed nothing yet, so there is nothing to keep");
    }
    await(asked, wanted);
    return ExitCode.OK;
  }

  private InetSocketAddress port(SynodConfig loaded) {
    if (who.learner != null) {
      return who.learner;
    }
    ReplicaAddress address = loaded.cluster().replica(config.checkedId(loaded, who.id));
    return new InetSocketAddress(address.host(), address.clientPort());
  }

  private void await(Asked asked, long wanted) throws InterruptedException {
    long begin = System.nanoTime();
    long end = -1;
    long leftNanos = timeout.toNanos();
    while (leftNanos > 0) {
      // The last question gets enough time for an answer.
      Duration left = Duration.ofNanos(Math.max(leftNanos, ANSWER_NANOS_MIN));
      Map<?, ?> storage =
          ask(asked, ReplicaStatus::fetch, left).get("storage") instanceof Map<?, ?> nested
              ? nested
              : Map.of();
      end = number(storage, "snapshotEnd");
      if (end >= wanted) {
        spec.commandLine()
            .getOut()
            .printf("%s has a snapshot of all slots before %d%n", asked.shown(), end);
        return;
      }
      Thread.sleep(POLL_MILLIS);
      leftNanos = timeout.toNanos() - (System.nanoTime() - begin);
    }
    throw new CommandFailure(
        ("%s has no snapshot of all slots before %d after %d ms, its newest is of those before %d:"
                + " its log says why; --timeout waits longer")
            .formatted(asked.shown(), wanted, timeout.toMillis(), end));
  }

  private Map<String, Object> ask(Asked asked, StatusSource source, Duration timeout)
      throws InterruptedException {
    String stranger;
    try {
      Map<String, Object> fields = JSON.std.mapFrom(source.fetch(asked.port(), timeout));
      stranger =
          who.learner == null
              ? StatusQuery.stranger(fields, who.id, asked.cluster())
              : LearnerAnswer.stranger(fields, asked.cluster());
      if (stranger == null) {
        return fields;
      }
    } catch (InterruptedException ended) {
      throw ended;
    } catch (Exception failure) {
      throw new CommandFailure(
          "%s has taken no snapshot for this command: %s"
              .formatted(asked.shown(), failure.getMessage()),
          failure);
    }
    throw new CommandFailure("%s did not answer: %s".formatted(asked.shown(), stranger));
  }

  private static long number(Map<?, ?> fields, String name) {
    return fields.get(name) instanceof Number number ? number.longValue() : -1;
  }
}
