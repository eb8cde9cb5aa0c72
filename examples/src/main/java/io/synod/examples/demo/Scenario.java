package io.synod.examples.demo;

import io.synod.examples.kv.cluster.Digests;
import io.synod.examples.process.ProcessCluster;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The steps of the demo: load, the leader's death and return under load, the audit, and the
 * comparison of all replicas.
 */
final class Scenario {
  private static final int CLIENTS = 4;

  // On a slow machine, beside other work, the start of three processes takes long.
  private static final Duration LEADER_TIMEOUT = Duration.ofMinutes(5);
  private static final int STEPS = 200;
  private static final long POLL_MILLIS = 20;
  private static final long OUTAGE_MILLIS_MAX = 1000;

  private final ProcessCluster cluster;
  private final PrintStream out;
  private final int seconds;
  private final Summary summary = new Summary();

  Scenario(ProcessCluster cluster, PrintStream out, int seconds) {
    this.cluster = cluster;
    this.out = out;
    this.seconds = seconds;
  }

  /** Runs all steps and returns the results. */
  Summary run() throws Exception {
    int leader = cluster.awaitLeader(LEADER_TIMEOUT);
    out.printf("Replica %d leads; %d clients write and read%n", leader, CLIENTS);
    try (Load load = Load.start(cluster, CLIENTS, Duration.ZERO)) {
      Outage outage = new Outage(cluster, load.completions());
      long start = System.nanoTime();
      drive(load.completions(), outage);
      outage.addTo(summary);
      reportSpeed(load.completions(), (System.nanoTime() - start) / 1e9);
      long gapMillis = load.completions().longestGapMillis();
      load.stop();
      load.audit();
      summary.require(
          "longest time no answer",
          "%d ms (target: under %d ms)".formatted(gapMillis, OUTAGE_MILLIS_MAX),
          gapMillis < OUTAGE_MILLIS_MAX);
      reportVerdict(load);
    }
    return summary;
  }

  /**
   * Runs for the requested time, or until the killed replica has caught up if that takes longer.
   */
  private void drive(Completions completions, Outage outage)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    try (Progress progress = new Progress("load", STEPS, out)) {
      double share = 0;
      while (share < 1 || !outage.isOver()) {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        share = (System.nanoTime() - start) / 1e9 / seconds;
        outage.proceed(share);
        cluster.checkAlive();
        String note = "%,d answers%s".formatted(completions.count(), outage.note());
        progress.show((int) Math.min(STEPS, share * STEPS), note);
      }
    }
  }

  private void reportSpeed(Completions completions, double elapsedSeconds) {
    long count = completions.count();
    summary.add(
        "answers",
        "%,d in %.1f s: %,.0f/s".formatted(count, elapsedSeconds, count / elapsedSeconds));
    summary.add(
        "latency",
        "p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms"
            .formatted(
                completions.percentileMillis(50),
                completions.percentileMillis(99),
                completions.percentileMillis(99.9)));
  }

  private void reportVerdict(Load load) throws IOException, InterruptedException {
    Verdict verdict = load.verdict();
    summary.add("acknowledged writes", "%,d".formatted(load.acknowledgedWrites()));
    summary.add("writes of unknown outcome", "%,d".formatted(load.unknownWrites()));
    summary.require("acknowledged writes lost", "" + verdict.lost(), verdict.lost() == 0);
    long twice = verdict.executedTwice();
    summary.require("requests executed twice", "" + twice, twice == 0);
    long contradicted = verdict.contradicted();
    summary.require("stale or wrong answers", "" + contradicted, contradicted == 0);
    Digests digests = Digests.converge(cluster);
    summary.require("digests of all three", digests.toString(), digests.agree());
  }
}
