package io.synod.chaos.hostile;

import io.synod.chaos.hostile.attack.Attacker;
import io.synod.chaos.hostile.attack.Tally;
import io.synod.chaos.run.Interruption;
import io.synod.examples.kv.cluster.Digests;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Attacks three replica processes of the key-value service beside well-behaved clients. Afterwards
 * it checks that the attack has harmed no replica.
 */
public final class HostileRun {
  private static final Duration LEADER_TIMEOUT = Duration.ofMinutes(5);
  private static final long CALM_MILLIS = 2000;
  private static final long CALM_SAMPLES = 10;
  private static final long TICK_MILLIS = 500;

  // The failure that ended one replica may end the others within seconds.
  private static final long OTHERS_MILLIS = 5000;
  private static final int TICKS_PER_LINE = 10;

  private final HostileOptions options;
  private final PrintStream out;
  private Map<String, Tally> tallies = Map.of();

  private HostileRun(HostileOptions options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

  /**
   * Runs the attack on the calling thread; ends early when this process is interrupted or a replica
   * has ended. The cluster's files are kept only if a check has failed.
   *
   * @param out receives progress, and then the report
   * @throws IOException if the cluster cannot be created
   */
  public static HostileReport run(HostileOptions options, PrintStream out) throws IOException {
    return new HostileRun(options, out).run();
  }

  private HostileReport run() throws IOException {
    out.printf(
        "%d replicas, %d s, seed %d: %s%n",
        HostileCluster.REPLICAS,
        options.length().toSeconds(),
        options.seed(),
        options.attackers().stream().map(Attacker::name).collect(Collectors.joining(", ")));
    HostileCluster cluster = new HostileCluster(options.settings());
    try (cluster;
        Interruption interruption = new Interruption()) {
      Examination examination = new Examination(cluster, options);
      attempt(cluster, examination, interruption);
      HostileReport report =
          new HostileReport(tallies, examination.checks(), interruption.isInterrupted());
      report.print(out);
      if (report.holds() || report.isInterrupted()) {
        cluster.processes.delete();
      } else {
        out.println("logs and journals are left in " + cluster.processes.directory());
      }
      return report;
    }
  }

  /** Runs all steps that need the processes; a failure counts as a failed check. */
  private void attempt(HostileCluster cluster, Examination examination, Interruption interruption) {
    HonestLoad load = new HonestLoad(cluster.processes, options.seed());
    try {
      try {
        attack(cluster, load, examination);
      } finally {
        try {
          load.end();
        } finally {
          examination.history(load);
        }
      }
    } catch (Exception failure) {
      if (!interruption.isInterrupted()) {
        examination.failed(failure);
      }
    }
  }

  private void attack(HostileCluster cluster, HonestLoad load, Examination examination)
      throws Exception {
    cluster.processes.start();
    cluster.processes.awaitLeader(LEADER_TIMEOUT);
    load.prepare();
    // The first request makes a replica start threads, which count as present before the attack.
    Digests.converge(cluster.processes);
    load.start();
    for (int id = 0; id < HostileCluster.REPLICAS; id++) {
      cluster.checkAnswers(id, HostileCluster.CALM_MAX);
    }
    for (int sample = 0; sample < CALM_SAMPLES; sample++) {
      TimeUnit.MILLISECONDS.sleep(CALM_MILLIS / CALM_SAMPLES);
      examination.beforeAttack();
    }
    double calmPerSecond = load.progress.answersPerSecond();
    load.progress.restart();
    Assault assault = new Assault(cluster.targets(), options);
    tallies = assault.tallies();
    try {
      watch(cluster, load, examination);
    } finally {
      assault.stop();
    }
    examination.afterAttack(load, assault, calmPerSecond);
    out.println("the attack is over");
    examination.settled(load);
  }

  /** Waits until the attack is long enough or a replica has ended. */
  private void watch(HostileCluster cluster, HonestLoad load, Examination examination)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    int ticks = 0;
    while (!isLongEnough(System.nanoTime() - begin, load, examination)) {
      if (!areAlive(cluster)) {
        TimeUnit.MILLISECONDS.sleep(OTHERS_MILLIS);
        return;
      }
      TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
      if (++ticks % TICKS_PER_LINE == 0) {
        out.println(line(load, System.nanoTime() - begin));
        examination.duringAttack();
        if (!examination.checkLeaving(load)) {
          return;
        }
      }
    }
  }

  /** Whether the attack's time has passed, and it has taken effect or has no more time to. */
  private boolean isLongEnough(long elapsedNanos, HonestLoad load, Examination examination)
      throws IOException {
    return elapsedNanos >= options.length().toNanos()
        && (elapsedNanos >= options.lengthMax().toNanos()
            || examination.hasTakenEffect(load, tallies));
  }

  private static boolean areAlive(HostileCluster cluster) {
    for (int id = 0; id < HostileCluster.REPLICAS; id++) {
      if (!cluster.processes.isAlive(id)) {
        return false;
      }
    }
    return true;
  }

  private String line(HonestLoad load, long elapsedNanos) {
    long frames = tallies.values().stream().mapToLong(Tally::frames).sum();
    long connections = tallies.values().stream().mapToLong(Tally::connections).sum();
    long bytes = tallies.values().stream().mapToLong(Tally::sentBytes).sum();
    return String.format(
        Locale.ROOT,
        "%4d s  %,d answers, longest gap %,d ms; attackers: %,d connections, %,d frames, %,d MiB",
        TimeUnit.NANOSECONDS.toSeconds(elapsedNanos),
        load.progress.answers(),
        load.progress.longestGapMillis(),
        connections,
        frames,
        bytes >> 20);
  }
}
