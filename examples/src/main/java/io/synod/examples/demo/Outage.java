package io.synod.examples.demo;

import io.synod.examples.process.ProcessCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Kills the leader half way through the load, restarts it a while later, and waits until it has
 * caught up. Used by one thread.
 */
final class Outage {
  private static final double KILL_AT = 0.5;
  private static final double RESTART_AT = 0.65;
  private static final Duration LEADER_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration STILL_MAX = Duration.ofMinutes(1);
  private static final int NOBODY = -1;

  private final ProcessCluster cluster;
  private final Completions completions;
  private int victim = NOBODY;
  private boolean restarted;
  private long restartNanos;
  private long caughtUpNanos;
  private long slotsBehind = -1;

  // The fewest slots by which it was ever behind.
  private long nearestSlots = Long.MAX_VALUE;
  private long movedNanos;

  /**
   * @param completions measured from the kill on
   */
  Outage(ProcessCluster cluster, Completions completions) {
    this.cluster = cluster;
    this.completions = completions;
  }

  /**
   * Kills, restarts or checks the replica when it is time.
   *
   * @param share of the load's time that has passed
   * @throws IOException if the replica has not caught up further for a minute
   */
  void proceed(double share) throws IOException, InterruptedException {
    if (victim == NOBODY && share >= KILL_AT) {
      int leader = cluster.awaitLeader(LEADER_TIMEOUT);
      completions.watch();
      cluster.kill(leader);
      victim = leader;
    } else if (!restarted && share >= RESTART_AT) {
      restartNanos = System.nanoTime();
      movedNanos = restartNanos;
      cluster.start(victim);
      restarted = true;
    } else if (restarted && !isOver()) {
      look();
    }
  }

  private void look() throws IOException, InterruptedException {
    slotsBehind = cluster.slotsBehind(victim);
    long now = System.nanoTime();
    if (slotsBehind >= 0 && slotsBehind < nearestSlots) {
      nearestSlots = slotsBehind;
      movedNanos = now;
    }
    if (slotsBehind == 0) {
      caughtUpNanos = now;
    } else if (now - movedNanos > STILL_MAX.toNanos()) {
      throw new IOException(
          "replica %d was restarted and has not caught up further for %d s; its log is %s"
              .formatted(victim, STILL_MAX.toSeconds(), cluster.log(victim)));
    }
  }

  /** Whether all replicas run again and have caught up. */
  boolean isOver() {
    return caughtUpNanos != 0;
  }

  /** The current step, to append to other text; empty before the kill. */
  String note() {
    if (victim == NOBODY) {
      return "";
    }
    if (!restarted) {
      return ", leader %d killed".formatted(victim);
    }
    if (isOver()) {
      return ", replica %d back after %,d ms".formatted(victim, catchUpMillis());
    }
    return slotsBehind <= 0
        ? ", replica %d starts again".formatted(victim)
        : ", replica %d is %,d slots behind".formatted(victim, slotsBehind);
  }

  /** Adds the results; called after the outage. */
  void addTo(Summary summary) {
    summary.add("killed (SIGKILL)", "replica %d, the leader".formatted(victim));
    summary.add("restarted", "replica %d, with the state on its disk".formatted(victim));
    summary.add("caught up after", "%,d ms, its start included".formatted(catchUpMillis()));
  }

  private long catchUpMillis() {
    return TimeUnit.NANOSECONDS.toMillis(caughtUpNanos - restartNanos);
  }
}
