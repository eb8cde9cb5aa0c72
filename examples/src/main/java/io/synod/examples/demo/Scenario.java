package io.synod.examples.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What the demo does with its cluster: load, the death of the leader, more load, the audit. */
final class Scenario {
  private static final int CLIENTS = 4;
  private static final int STEPS_PER_SECOND = 10;
  private static final long OUTAGE_MILLIS_MAX = 1000;
  private static final Duration LEADER_TIMEOUT = Duration.ofSeconds(20);

  private final Cluster cluster;
  private final PrintStream out;
  private final int steps;
  private final Summary summary = new Summary();

  Scenario(Cluster cluster, PrintStream out, int seconds) {
    this.cluster = cluster;
    this.out = out;
    this.steps = seconds * STEPS_PER_SECOND;
  }

  /** Runs all of it, and tells what came out. */
  Summary run() throws Exception {
    int leader = cluster.awaitLeader(LEADER_TIMEOUT);
    out.printf("Replica %d leads; %d clients write and read%n", leader, CLIENTS);
    try (Load load = Load.start(cluster, CLIENTS)) {
      long start = System.nanoTime();
      drive(load);
      double seconds = (System.nanoTime() - start) / 1e9;
      tellSpeed(load.completions(), seconds);
      long outageMillis = load.completions().longestGapMillis();
      load.stop();
      load.audit();
      summary.require(
          "longest time no answer",
          "%d ms (target: under %d ms)".formatted(outageMillis, OUTAGE_MILLIS_MAX),
          outageMillis < OUTAGE_MILLIS_MAX);
      tellVerdict(load);
    }
    return summary;
  }

  private void drive(Load load) throws IOException, InterruptedException {
    try (Progress progress = Progress.of("load", steps, out)) {
      for (int step = 1; step <= steps; step++) {
        TimeUnit.MILLISECONDS.sleep(1000 / STEPS_PER_SECOND);
        if (step == steps / 2) {
          killLeader(load.completions());
        }
        cluster.processes().checkAlive();
        long answers = load.completions().count();
        String killed = step < steps / 2 ? "" : ", leader killed";
        progress.show(step, "%,d answers%s".formatted(answers, killed));
      }
    }
  }

  private void killLeader(Completions completions) throws IOException, InterruptedException {
    int leader = cluster.awaitLeader(LEADER_TIMEOUT);
    completions.watch();
    cluster.processes().kill(leader);
    summary.tell("killed (SIGKILL)", "replica %d, the leader".formatted(leader));
  }

  private void tellSpeed(Completions completions, double seconds) {
    long count = completions.count();
    summary.tell("answers", "%,d in %.1f s: %,.0f/s".formatted(count, seconds, count / seconds));
    summary.tell(
        "latency",
        "p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms"
            .formatted(
                completions.percentileMillis(50),
                completions.percentileMillis(99),
                completions.percentileMillis(99.9)));
  }

  private void tellVerdict(Load load) throws IOException, InterruptedException {
    Verdict verdict = load.verdict();
    summary.tell("acknowledged writes", "%,d".formatted(load.acknowledgedWrites()));
    summary.tell("writes of unknown outcome", "%,d".formatted(load.unknownWrites()));
    summary.require("acknowledged writes lost", "" + verdict.lost(), verdict.lost() == 0);
    long twice = verdict.executedTwice();
    summary.require("requests executed twice", "" + twice, twice == 0);
    long contradicted = verdict.contradicted();
    summary.require("stale or wrong answers", "" + contradicted, contradicted == 0);
    Survivors survivors = Survivors.converge(cluster);
    summary.require("digests of the survivors", survivors.toString(), survivors.agree());
  }
}
