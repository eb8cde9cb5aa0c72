package io.synod.examples.demo;

import io.synod.examples.process.LeaderWait;
import io.synod.examples.process.ProcessCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The death of the leader half way through the load, its restart a while later, and its way back to
 * where the others are. Used by one thread.
 */
final class Outage {
  private static final double KILL_AT = 0.5;
  private static final double RESTART_AT = 0.65;
  private static final Duration STILL_MAX = Duration.ofMinutes(1);
  private static final int NOBODY = -1;

  private final ProcessCluster cluster;
  private final Completions completions;
  private final Consumer<String> notify;
  private int victim = NOBODY;
  private boolean restarted;
  private long restartNanos;
  private long caughtUpNanos;
  private long slotsBehind = -1;

  // The fewest slots that it was ever behind.
  private long nearestSlots = Long.MAX_VALUE;
  private long movedNanos;

  /**
   * @param completions watched from the kill on
   * @param notify receives what is waited for
   */
  Outage(ProcessCluster cluster, Completions completions, Consumer<String> notify) {
    this.cluster = cluster;
    this.completions = completions;
    this.notify = notify;
  }

  /**
   * Does what is due.
   *
   * @param share of the load's time that has passed
   * @throws IOException if the replica has come no nearer to the others for a minute
   */
  void proceed(double share) throws IOException, InterruptedException {
    if (victim == NOBODY && share >= KILL_AT) {
      int leader = LeaderWait.await(cluster, notify);
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
          "replica %d was started again and has come no nearer to the others for %d s; its log is %s"
              .formatted(victim, STILL_MAX.toSeconds(), cluster.log(victim)));
    }
  }

  /** Whether all replicas are there again, and where the others are. */
  boolean isOver() {
    return caughtUpNanos != 0;
  }

  /** What is going on, behind other words; empty before the kill. */
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

  /** Once it is over. */
  void tell(Summary summary) {
    summary.tell("killed (SIGKILL)", "replica %d, the leader".formatted(victim));
    summary.tell("restarted", "replica %d, with what its disk has kept".formatted(victim));
    summary.tell("caught up after", "%,d ms, its start included".formatted(catchUpMillis()));
  }

  private long catchUpMillis() {
    return TimeUnit.NANOSECONDS.toMillis(caughtUpNanos - restartNanos);
  }
}
