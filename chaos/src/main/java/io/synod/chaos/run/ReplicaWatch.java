package io.synod.chaos.run;

import io.synod.chaos.timeline.Timeline;
import io.synod.examples.process.ProcessCluster;
import io.synod.examples.process.ReplicaReport;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Asks each replica for its role several times a second. Owns a thread for each. */
final class ReplicaWatch {
  private static final long INTERVAL_MILLIS = 200;

  private final ProcessCluster cluster;
  private final Timeline timeline;
  private final ScheduledExecutorService threads;

  ReplicaWatch(ProcessCluster cluster, Timeline timeline) {
    this.cluster = cluster;
    this.timeline = timeline;
    threads =
        Executors.newScheduledThreadPool(
            cluster.size(),
            task -> {
              Thread thread = new Thread(task, "replica-watch");
              thread.setDaemon(true);
              return thread;
            });
    for (int id = 0; id < cluster.size(); id++) {
      int replica = id;
      threads.scheduleWithFixedDelay(
          () -> look(replica), 0, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void look(int id) {
    try {
      ReplicaReport report = cluster.isAlive(id) ? cluster.report(id) : null;
      timeline.role(id, report == null ? "" : report.storageFull() ? "full" : report.role());
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  void close() {
    threads.shutdownNow();
  }
}
