package io.synod.benchmarks.process;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.process.Child;
import io.synod.process.Children;
import io.synod.process.ProcessFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Learners of a cluster, a process each, and their progress. For one thread. */
public final class Learners implements AutoCloseable {
  /** The timeout for all learners to execute the decided slots. */
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  // By then an active cluster has decided another slot.
  private static final long QUIET_MILLIS = 500;
  private static final Duration LEADER_PATIENCE = Duration.ofSeconds(5);

  // A slot that is already executed at the start.
  private static final String STATUS_ALONE = "0";

  private final Children children;
  private final List<Child> learners = new ArrayList<>();

  private Learners(Children children) {
    this.children = children;
  }

  /**
   * Starts all learners and waits until they listen.
   *
   * @param arguments of each
   */
  static Learners start(Children children, List<String> arguments, int count)
      throws InterruptedException {
    Learners started = new Learners(children);
    try {
      for (int number = 1; number <= count; number++) {
        started.learners.add(children.start("learner " + number, ReplicaProcess.class, arguments));
      }
      for (Child learner : started.learners) {
        learner.awaitReady(Servers.START_PATIENCE);
      }
      return started;
    } catch (InterruptedException | RuntimeException failure) {
      started.close();
      throw failure;
    }
  }

  public List<Child> processes() {
    return List.copyOf(learners);
  }

  /**
   * The state of the leader when it and all learners were asked.
   *
   * @param slot all slots before this one are executed by the leader
   * @param followers subscribers of the leader
   * @param millis the leader's time
   */
  public record Asked(long slot, long followers, long millis) {
    /** Without learners. */
    public static final Asked NOTHING = new Asked(0, 0, 0);
  }

  /**
   * The largest lags behind the leader, in slots and in time; possibly of two different learners.
   *
   * @param slots that the leader had executed and the learner had not
   * @param millis until the learner had executed those and a few more, since it was asked a moment
   *     later; 0 if there were none
   * @param snapshots learners that have fetched a snapshot since their start and skipped its slots
   */
  public record Lag(long slots, long millis, int snapshots) {
    /** The lag without learners. */
    public static final Lag NONE = new Lag(0, 0, 0);

    private Lag with(Lag other) {
      return new Lag(
          Math.max(slots, other.slots),
          Math.max(millis, other.millis),
          snapshots + other.snapshots);
    }
  }

  /** Asks all learners for their lag behind the leader; {@link #lag} returns their answers. */
  public Asked ask(Child leader) throws InterruptedException {
    leader.send(STATUS_ALONE);
    for (Child learner : learners) {
      learner.send(STATUS_ALONE);
    }
    Map<String, Object> status = status(leader, LEADER_PATIENCE);
    Asked asked =
        new Asked(
            ClusterStatus.number(status, "executed"),
            ClusterStatus.number(status, "subscribers"),
            executedMillis(leader, LEADER_PATIENCE));
    for (Child learner : learners) {
      learner.send(String.valueOf(asked.slot));
    }
    return asked;
  }

  /**
   * Waits until all learners have executed the requested slots.
   *
   * @throws ProcessFailure if one has ended or takes too long
   */
  public Lag lag(Asked asked) throws InterruptedException {
    Lag last = Lag.NONE;
    long end = System.nanoTime() + PATIENCE.toNanos();
    for (Child learner : learners) {
      last = last.with(lag(learner, asked, end));
    }
    return last;
  }

  private static Lag lag(Child learner, Asked asked, long endNanos) throws InterruptedException {
    Map<String, Object> status = status(learner, until(endNanos));
    long behind = Math.max(0, asked.slot - ClusterStatus.number(status, "executed"));
    executedMillis(learner, until(endNanos));
    status = status(learner, until(endNanos));
    Map<?, ?> storage = (Map<?, ?>) status.get("storage");
    // It takes no snapshot itself, since it has no directory.
    int fetched = ClusterStatus.number(storage, "snapshotEnd") > 0 ? 1 : 0;
    long millis = executedMillis(learner, asked, behind, until(endNanos));
    return new Lag(behind, behind == 0 ? 0 : Math.max(0, millis - asked.millis), fetched);
  }

  private static long executedMillis(Child learner, Asked asked, long behind, Duration patience)
      throws InterruptedException {
    try {
      return executedMillis(learner, patience);
    } catch (ProcessFailure failure) {
      throw new ProcessFailure(
          "a learner that was %d slots behind has not executed all before slot %d: %s"
              .formatted(behind, asked.slot, failure.getMessage()),
          failure);
    }
  }

  /**
   * Waits until all learners have executed the same slots as the leader, after the load has ended.
   *
   * @return their last lag
   * @throws ProcessFailure if one has ended or takes too long
   */
  public Lag awaitAll(Child leader) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    long seen = -1;
    while (System.nanoTime() < end) {
      Asked asked = ask(leader);
      Lag lag = lag(asked);
      if (asked.slot == seen) {
        return lag;
      }
      seen = asked.slot;
      TimeUnit.MILLISECONDS.sleep(QUIET_MILLIS);
    }
    throw new ProcessFailure(
        "the leader still decides %d s after its load has ended".formatted(PATIENCE.toSeconds()));
  }

  private static Map<String, Object> status(Child server, Duration patience)
      throws InterruptedException {
    String json = answer(server, ChildLines.STATUS, patience);
    try {
      return JSON.std.mapFrom(json);
    } catch (IOException bug) {
      throw new UncheckedIOException("a status is no JSON: " + json, bug);
    }
  }

  private static long executedMillis(Child server, Duration patience) throws InterruptedException {
    return Long.parseLong(answer(server, ChildLines.EXECUTED, patience));
  }

  private static String answer(Child server, String begin, Duration patience)
      throws InterruptedException {
    String line = server.nextLine(patience);
    if (!line.startsWith(begin)) {
      throw new ProcessFailure("a server said '%s', not '%s...'".formatted(line, begin));
    }
    return line.substring(begin.length());
  }

  private static Duration until(long endNanos) {
    return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
  }

  @Override
  public void close() {
    children.end(learners);
    learners.clear();
  }
}
