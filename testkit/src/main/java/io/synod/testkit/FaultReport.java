package io.synod.testkit;

import io.synod.testkit.copy.Difference;
import io.synod.testkit.copy.ModelMismatch;
import io.synod.testkit.copy.SequentialRun;
import io.synod.testkit.copy.Subject;
import io.synod.testkit.copy.Texts;
import io.synod.testkit.history.ShortestHistory;
import io.synod.testkit.history.Step;
import io.synod.testkit.simulated.ClusterRun;
import io.synod.testkit.simulated.ReplicasDiffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Describes a mistake: what differs, the shortest history that shows it, and how to replay it. */
final class FaultReport {
  private static final long SHORTENING_NANOS_MAX = 20_000_000_000L;
  private static final int LAST_STEPS = 30;
  private static final int TRIALS = 10;
  private static final int CAPTURES = 4;

  private FaultReport() {}

  static ServiceFault ofHistory(
      long seed, Subject subject, List<Step> history, Difference difference) {
    Difference simplest = simplest(subject, history, difference);
    ShortestHistory<Difference> shortest =
        new ShortestHistory<>(
                history,
                simplest,
                shorter -> alike(simplest, SequentialRun.run(subject, shorter)),
                SHORTENING_NANOS_MAX)
            .search();
    String text =
        shortest.finding().text()
            + "%nThe shortest history found, %d steps:".formatted(shortest.history().size())
            + list(shortest.history())
            + replay(seed);
    return new ServiceFault(text, shortest.finding().cause());
  }

  /** A random mistake shows in any copy: of several runs, takes the one that says most about it. */
  private static Difference simplest(Subject subject, List<Step> history, Difference found) {
    Difference simplest = found;
    for (int trial = 0; trial < TRIALS; trial++) {
      Difference other = SequentialRun.run(subject, history);
      if (other != null && other.order() < simplest.order()) {
        simplest = other;
      }
    }
    return simplest;
  }

  /** Null if the shorter history does not show the same kind of mistake. */
  private static Difference alike(Difference difference, Difference shorter) {
    return shorter != null && shorter.order() == difference.order() ? shorter : null;
  }

  /** Looks for a short history with the requests that the cluster has executed. */
  static ServiceFault ofCluster(long seed, Subject subject, ClusterRun run) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int trial = 0; trial < TRIALS; trial++) {
      List<Step> history = new ArrayList<>(run.history());
      for (int capture = 0; capture < CAPTURES; capture++) {
        history.add(
            random.nextInt(1 + history.size()),
            new Step.Capture(random.nextInt(6), random.nextBoolean()));
      }
      Difference difference = SequentialRun.run(subject, history);
      if (difference != null) {
        return ofHistory(seed, subject, history, difference);
      }
    }
    List<Step> all = run.history();
    List<Step> last = all.subList(Math.max(0, all.size() - LAST_STEPS), all.size());
    String text =
        "A simulated cluster has failed: "
            + reason(run.failure())
            + "%nThe last %d of %d requests that it executed, and pauses between them:"
                .formatted(last.size(), all.size())
            + list(last)
            + replay(seed);
    return new ServiceFault(text, run.failure());
  }

  private static String reason(Throwable failure) {
    Throwable cause = failure.getCause();
    if (cause instanceof ReplicasDiffer || cause instanceof ModelMismatch) {
      return cause.getMessage();
    }
    return cause == null
        ? failure.getMessage()
        : failure.getMessage() + ", because of " + deepest(failure);
  }

  private static Throwable deepest(Throwable failure) {
    return failure.getCause() == null ? failure : deepest(failure.getCause());
  }

  private static String list(List<Step> history) {
    StringBuilder text = new StringBuilder();
    int number = 0;
    for (Step step : history) {
      text.append("%n  %2d. %s".formatted(++number, text(step)));
    }
    return text.toString();
  }

  private static String replay(long seed) {
    return "%nSeed %d; replay: mvn test -D%s=%d".formatted(seed, ServiceSimulation.SEED, seed);
  }

  private static String text(Step step) {
    if (step instanceof Step.Request request) {
      return "client %d sends %s%s"
          .formatted(
              request.client(),
              Texts.of(request.bytes()),
              request.sameBatch() ? ", in the same batch" : "");
    }
    if (step instanceof Step.Query query) {
      return "query " + Texts.of(query.bytes());
    }
    if (step instanceof Step.Leaving leaving) {
      return "client %d closes its session".formatted(leaving.client());
    }
    if (step instanceof Step.Pause pause) {
      return pause.silent() < 0
          ? "%d ms pass".formatted(pause.millis())
          : "%d ms pass without a sign of client %d".formatted(pause.millis(), pause.silent());
    }
    Step.Capture capture = (Step.Capture) step;
    return "a snapshot is captured, written %d steps later and restored by %s"
        .formatted(
            capture.stepsLater(),
            capture.isUsed() ? "an instance with other state" : "a new instance");
  }
}
