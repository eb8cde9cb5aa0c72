package io.synod.chaos.hostile;

import io.synod.chaos.hostile.attack.Tally;
import io.synod.examples.kv.cluster.Digests;
import io.synod.simulation.linearizability.KeyedHistory.Violation;
import io.synod.simulation.linearizability.RegisterModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Looks at the replicas before and after the attack. Confined to the thread that drives. */
final class Examination {
  private static final long GAP_MILLIS_MAX = 10_000;
  private static final long RETURN_MILLIS_MAX = 15_000;
  private static final long POLL_MILLIS = 200;
  private static final int ANSWERS_AFTERWARDS = 100;

  // Journal segments, snapshots and connections between replicas come and go by themselves.
  // A replica that leads afterwards has the connections of the well-behaved clients.
  private static final int DESCRIPTORS_MORE = 20;
  private static final int THREADS_MORE = 4;
  private static final long LOG_BYTES_PER_MINUTE = 1 << 20;

  // In a short run half of that rate, since JVMs that have just started are slow.
  private static final long FRAMES_MIN = 1_000_000;
  private static final long FULL_SECONDS = 300;
  private static final String RANDOM_FRAMES = "random-frames";

  private final HostileCluster cluster;
  private final HostileOptions options;
  private final List<Check> checks = new ArrayList<>();
  private final ProcessFigures[] before = new ProcessFigures[HostileCluster.REPLICAS];
  private final long[] pids = new long[HostileCluster.REPLICAS];
  private final long[] heapBytesMax = new long[HostileCluster.REPLICAS];
  private final long[] directBytesMax = new long[HostileCluster.REPLICAS];

  Examination(HostileCluster cluster, HostileOptions options) {
    this.cluster = cluster;
    this.options = options;
  }

  List<Check> checks() {
    return checks;
  }

  /** The run could not go on. */
  void failed(Exception failure) {
    String reason = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    checks.add(Check.that(false, "run", "%s", reason));
  }

  /** Notes each replica's descriptors and threads; of several calls the highest numbers count. */
  void beforeAttack() throws IOException, InterruptedException {
    long heap = HostileCluster.HEAP_BYTES_MAX;
    for (int id = 0; id < HostileCluster.REPLICAS; id++) {
      ProcessFigures now = cluster.figures(id);
      before[id] = before[id] == null ? now : before[id].max(now);
      if (pids[id] == 0) {
        pids[id] = cluster.processes.process(id).pid();
        heapBytesMax[id] = cluster.statusFigure(id, "memory", "plannedHeapBytes", heap);
        directBytesMax[id] = cluster.statusFigure(id, "memory", "plannedDirectBytes", heap);
      }
    }
  }

  /** At the end of the attack, when its connections are closed. */
  void afterAttack(HonestLoad load, Assault assault) throws IOException {
    replicas();
    long gap = load.progress.longestGapMillis();
    long answers = load.registers.answers();
    checks.add(
        Check.that(
            gap <= GAP_MILLIS_MAX && answers > 0,
            "progress",
            "%,d answers to well-behaved clients, longest gap %,d ms (at most %,d)",
            answers,
            gap,
            GAP_MILLIS_MAX));
    memory();
    logs();
    attackers(assault);
  }

  private void replicas() throws IOException {
    for (int id = 0; id < HostileCluster.REPLICAS; id++) {
      Process process = cluster.processes.process(id);
      if (process.isAlive()) {
        checks.add(
            Check.that(
                process.pid() == pids[id], "replica " + id, "is process %d still", pids[id]));
      } else {
        ReplicaLog log = cluster.log(id);
        checks.add(
            Check.that(
                false,
                "replica " + id,
                "ended with exit code %d:%n      %s",
                process.exitValue(),
                String.join("\n      ", log.errors().isEmpty() ? log.last() : log.errors())));
      }
    }
  }

  private void memory() throws IOException {
    for (int id = 0; id < HostileCluster.REPLICAS; id++) {
      MemoryFigures most = cluster.memory(id);
      checks.add(within("heap " + id, most.heapBytes(), heapBytesMax[id], "after a collection"));
      checks.add(within("direct " + id, most.directBytes(), directBytesMax[id], "in buffers"));
    }
  }

  private static Check within(String name, long bytes, long bytesMax, String what) {
    return Check.that(
        bytes <= bytesMax,
        name,
        "%,d MiB %s at most (planned: %,d MiB)",
        bytes >> 20,
        what,
        bytesMax >> 20);
  }

  private void logs() throws IOException {
    long bytesMax = LOG_BYTES_PER_MINUTE * Math.max(60, options.length().toSeconds()) / 60;
    for (int id = 0; id < HostileCluster.REPLICAS; id++) {
      ReplicaLog log = cluster.log(id);
      checks.add(
          Check.that(
              log.errors().isEmpty(),
              "errors " + id,
              "%s",
              log.errors().isEmpty() ? "none logged" : String.join("\n      ", log.errors())));
      checks.add(
          Check.that(
              log.bytes() <= bytesMax,
              "log " + id,
              "%,d KiB (at most %,d)",
              log.bytes() >> 10,
              bytesMax >> 10));
    }
  }

  /** An attack that did not take place shows nothing. */
  private void attackers(Assault assault) {
    List<String> problems = new ArrayList<>(assault.failures());
    for (Map.Entry<String, Tally> each : assault.tallies().entrySet()) {
      if (each.getValue().connections() == 0) {
        problems.add(each.getKey() + " has not connected once");
      }
    }
    checks.add(
        Check.that(
            problems.isEmpty(),
            "attackers",
            "%s",
            problems.isEmpty() ? "all have attacked" : String.join("; ", problems)));
    Tally random = assault.tallies().get(RANDOM_FRAMES);
    if (random != null) {
      long seconds = options.length().toSeconds();
      long framesMin = seconds < FULL_SECONDS ? seconds * FRAMES_MIN / 600 : FRAMES_MIN;
      checks.add(
          Check.that(
              random.frames() >= framesMin,
              "frames",
              "%,d random ones (at least %,d)",
              random.frames(),
              framesMin));
    }
  }

  /** Everything comes to rest, while the well-behaved load goes on; then that ends, too. */
  void settled(HonestLoad load) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RETURN_MILLIS_MAX);
    cluster.processes.checkAlive();
    while (!haveReturned() && System.nanoTime() - deadline < 0) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      cluster.processes.checkAlive();
    }
    returned();
    answers();
    if (!load.registers.awaitAnswers(ANSWERS_AFTERWARDS, RETURN_MILLIS_MAX)) {
      checks.add(
          Check.that(
              false,
              "recovery",
              "fewer than %d answers within %,d ms after the attack",
              ANSWERS_AFTERWARDS,
              RETURN_MILLIS_MAX));
      return;
    }
    load.stop();
    Digests digests = Digests.converge(cluster.processes);
    checks.add(Check.that(digests.agree(), "states", "%s", digests));
  }

  /** What the well-behaved clients saw, however the run has ended; they call no more. */
  void history(HonestLoad load) {
    Violation<Integer, RegisterModel.Input, Long> violation = load.registers.checkAll();
    checks.add(
        Check.that(
            violation == null,
            "history",
            "%s",
            violation == null
                ? String.format(
                    Locale.ROOT,
                    "%,d registers linearizable, %,d calls of unknown outcome",
                    load.registers.checked(),
                    load.registers.unknown())
                : "register %d: %s".formatted(violation.key(), violation.verdict())));
  }

  private boolean haveReturned() throws IOException {
    for (int id = 0; id < HostileCluster.REPLICAS; id++) {
      ProcessFigures now = cluster.figures(id);
      if (now.descriptors() > before[id].descriptors() + DESCRIPTORS_MORE
          || now.threads() > before[id].threads() + THREADS_MORE) {
        return false;
      }
    }
    return true;
  }

  private void returned() throws IOException {
    for (int id = 0; id < HostileCluster.REPLICAS; id++) {
      ProcessFigures now = cluster.figures(id);
      int descriptorsMax = before[id].descriptors() + DESCRIPTORS_MORE;
      int threadsMax = before[id].threads() + THREADS_MORE;
      checks.add(
          Check.that(
              now.descriptors() <= descriptorsMax,
              "files " + id,
              "%d descriptors, %d before the attack (at most %d)",
              now.descriptors(),
              before[id].descriptors(),
              descriptorsMax));
      checks.add(
          Check.that(
              now.threads() <= threadsMax,
              "threads " + id,
              "%d, %d before the attack (at most %d)",
              now.threads(),
              before[id].threads(),
              threadsMax));
    }
  }

  private void answers() throws InterruptedException {
    for (int id = 0; id < HostileCluster.REPLICAS; id++) {
      String problem = "tells its status and its metrics";
      boolean answers = true;
      try {
        cluster.checkAnswers(id);
      } catch (IOException noAnswer) {
        problem = noAnswer.getMessage();
        answers = false;
      }
      checks.add(Check.that(answers, "answers " + id, "%s", problem));
    }
  }
}
