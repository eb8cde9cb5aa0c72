package io.synod.examples.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Waits for a leader as long as the replicas make progress, even on a slow machine. Progress of a
 * replica is a log line, a change of its status or, until its first answer, CPU use. Reports now
 * and then what it waits for.
 */
public final class LeaderWait {
  private static final long POLL_MILLIS = 20;
  private static final long SILENCE_NANOS = Duration.ofSeconds(10).toNanos();

  private final ProcessCluster cluster;
  private final Consumer<String> notify;
  private final long begunNanos = System.nanoTime();
  private final Stillness stillness = new Stillness(begunNanos);
  private long toldNanos = begunNanos;

  private LeaderWait(ProcessCluster cluster, Consumer<String> notify) {
    this.cluster = cluster;
    this.notify = notify;
  }

  /**
   * Returns the replica that leads.
   *
   * @param notify receives a sentence every ten seconds
   * @throws IOException if a replica has ended, or no replica makes progress; the message has the
   *     last observations
   */
  public static int await(ProcessCluster cluster, Consumer<String> notify)
      throws IOException, InterruptedException {
    return new LeaderWait(cluster, notify).await();
  }

  private int await() throws IOException, InterruptedException {
    while (true) {
      int leader = cluster.leader();
      if (leader >= 0) {
        return leader;
      }
      cluster.checkAlive();
      look();
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private void look() throws IOException, InterruptedException {
    List<ReplicaSigns> signs = new ArrayList<>();
    for (int id = 0; id < cluster.size(); id++) {
      signs.add(ReplicaSigns.of(cluster, id));
    }
    long now = System.nanoTime();
    stillness.observe(signs, now);
    String verdict = stillness.verdict(now);
    if (verdict != null) {
      throw new IOException(
          "no replica leads, %s: %s; their logs are in %s"
              .formatted(verdict, ReplicaSigns.sentence(signs), cluster.directory()));
    }
    if (now - toldNanos >= SILENCE_NANOS) {
      toldNanos = now;
      notify.accept(
          "Waiting for a leader for %d s: %s"
              .formatted(
                  Duration.ofNanos(now - begunNanos).toSeconds(), ReplicaSigns.sentence(signs)));
    }
  }
}
