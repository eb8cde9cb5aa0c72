package io.synod.chaos.hostile;

import io.synod.chaos.hostile.attack.Attacker;
import io.synod.chaos.hostile.attack.Attackers;
import io.synod.chaos.hostile.attack.Tally;
import io.synod.examples.kv.cluster.Digests;
import io.synod.linearizability.KeyedHistory.Violation;
import io.synod.linearizability.RegisterModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Examines the replicas before, during and after the attack. Confined to the driving thread. */
final class Examination {
  private static final long GAP_MILLIS_MAX = 15_000;
  private static final long RETURN_MILLIS_MAX = 15_000;
  private static final long POLL_MILLIS = 200;
  private static final int ANSWERS_AFTERWARDS = 100;

  // The number varies by journal segments, snapshots and connections between replicas. A replica
  // that leads afterwards also has the connections of the well-behaved clients.
  private static final int DESCRIPTORS_MORE = 20;
  private static final int THREADS_MORE = 4;
  private static final long LOG_BYTES_PER_MINUTE = 1 << 20;

  // A shorter attack needs half of the rate, since JVMs that have just started are slow.
  private static final long LONG_SECONDS = 300;

  // In a shorter one it is enough that anybody is answered: beside another build, replicas that
  // have just started and all attackers share a processor.
  private static final long RATED_SECONDS = 60;
  private static final int SHARE_UNRATED = 20;

  // The gap may last as long as such an attack and its end.
  private static final long GAP_MILLIS_MAX_UNRATED = 120_000;
  private static final long RETURN_MILLIS_MAX_UNRATED = 60_000;

  // Percent of the rate before the attack; a short attack ends before its rate is steady.
  private static final int ANSWERS_PERCENT_MIN = 1;

  // Percent of the requests for status and metrics during the attack.
  private static final int STATUS_PERCENT_MIN = 50;

  private final HostileCluster cluster;
  private final HostileOptions options;
  private final List<Check> checks = new ArrayList<>();
  private final ProcessFigures[] before = new ProcessFigures[HostileCluster.REPLICAS];
  private final long[] pids = new long[HostileCluster.REPLICAS];
  private final long[] heapBytesMax = new long[HostileCluster.REPLICAS];
  private final long[] directBytesMax = new long[HostileCluster.REPLICAS];
  private final int[] statusAnswers = new int[HostileCluster.REPLICAS];
  private int statusQuestions;

  // Null while the history holds.
  private Violation<Integer, RegisterModel.Input, Long> violation;

  Examination(HostileCluster cluster, HostileOptions options) {
    this.cluster = cluster;
    this.options = options;
  }

  List<Check> checks() {
    return checks;
  }

  private void check(boolean holds, String name, String format, Object... values) {
    checks.add(Check.that(holds, name, format, values));
  }

  /** Records that the run could not continue. */
  void failed(Exception failure) {
    String reason = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    check(false, "run", "%s", reason);
  }

  /** Records each replica's descriptors and threads; of several calls the highest numbers count. */
  void beforeAttack() throws IOException, InterruptedException {
    for (int id = 0; id < HostileCluster.REPLICAS; id++) {
      ProcessFigures now = cluster.figures(id);
      before[id] = before[id] == null ? now : before[id].max(now);
      if (pids[id] == 0) {
        pids[id] = cluster.processes.process(id).pid();
        heapBytesMax[id] = cluster.statusFigure(id, "memory", "plannedHeapBytes");
        directBytesMax[id] = cluster.statusFigure(id, "memory", "plannedDirectBytes");
      }
    }
  }

  /** Requests the status and the metrics of each replica. */
  void duringAttack() throws InterruptedException {
    statusQuestions++;
    for (int id = 0; id < HostileCluster.REPLICAS; id++) {
      try {
        cluster.checkAnswers(id, HostileCluster.ATTACKED_MAX);
        statusAnswers[id]++;
      } catch (IOException noAnswer) {
        // A failed request does not count as answered.
        continue;
      }
    }
  }

  /**
   * Whether the attack has had the time to show something: well-behaved clients were answered,
   * every attacker has connected and its frames were processed, every replica's service has thrown.
   */
  boolean hasTakenEffect(HonestLoad load, Map<String, Tally> tallies) throws IOException {
    if (load.progress.answers() == 0) {
      return false;
    }
    for (Attacker attacker : options.attackers()) {
      Tally tally = tallies.get(attacker.name());
      if (tally.connections() == 0 || tally.processed() < processedMin(attacker)) {
        return false;
      }
    }
    for (int id = 0; hasPoison() && id < HostileCluster.REPLICAS; id++) {
      if (!cluster.hasThrown(id)) {
        return false;
      }
    }
    return true;
  }

  private boolean hasPoison() {
    return options.attackers().contains(Attackers.named("poison"));
  }

  /** Checks at the end of the attack, when its connections are closed. */
  void afterAttack(HonestLoad load, Assault assault, double calmPerSecond)
      throws IOException, InterruptedException {
    replicas();
    progress(load, calmPerSecond);
    memory();
    logs();
    attackers(assault);
    statusDuringAttack();
    if (hasPoison()) {
      exceptions();
    }
  }

  private void progress(HonestLoad load, double calmPerSecond) {
    long gap = load.progress.longestGapMillis();
    long answers = load.progress.answers();
    long seconds = options.length().toSeconds();
    int percentMin = seconds < LONG_SECONDS ? 0 : ANSWERS_PERCENT_MIN;
    long gapMax = isRated() ? GAP_MILLIS_MAX : GAP_MILLIS_MAX_UNRATED;
    double percent = 100 * load.progress.answersPerSecond() / calmPerSecond;
    check(
        gap <= gapMax && answers > 0 && percent >= percentMin,
        "progress",
        "%,d answers to well-behaved clients, %.1f %% of the rate before (at least %d), longest"
            + " gap %,d ms (at most %,d)",
        answers,
        percent,
        percentMin,
        gap,
        gapMax);
  }

  private long returnMax() {
    return isRated() ? RETURN_MILLIS_MAX : RETURN_MILLIS_MAX_UNRATED;
  }

  private boolean isRated() {
    return options.length().toSeconds() >= RATED_SECONDS;
  }

  private void statusDuringAttack() {
    int percentMin = isRated() ? STATUS_PERCENT_MIN : 0;
    for (int id = 0; id < HostileCluster.REPLICAS; id++) {
      check(
          100 * statusAnswers[id] >= percentMin * statusQuestions,
          "status " + id,
          "%d of %d requests for status and metrics answered during the attack (at least %d %%)",
          statusAnswers[id],
          statusQuestions,
          percentMin);
    }
  }

  private void exceptions() throws IOException, InterruptedException {
    for (int id = 0; id < HostileCluster.REPLICAS; id++) {
      long thrown = cluster.statusFigure(id, "serviceExceptions");
      check(thrown > 0, "throws " + id, "%,d exceptions of the service", thrown);
    }
  }

  private void replicas() throws IOException {
    for (int id = 0; id < HostileCluster.REPLICAS; id++) {
      Process process = cluster.processes.process(id).process();
      if (process.isAlive()) {
        check(process.pid() == pids[id], "replica " + id, "still runs as process %d", pids[id]);
      } else {
        ReplicaLog log = cluster.log(id);
        check(
            false,
            "replica " + id,
            "ended with exit code %d:%n      %s",
            process.exitValue(),
            String.join("\n      ", log.errors().isEmpty() ? log.last() : log.errors()));
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
      check(
          log.errors().isEmpty(),
          "errors " + id,
          "%s",
          log.errors().isEmpty() ? "none logged" : String.join("\n      ", log.errors()));
      check(
          log.bytes() <= bytesMax,
          "log " + id,
          "%,d KiB (at most %,d)",
          log.bytes() >> 10,
          bytesMax >> 10);
    }
  }

  /** Fails the run if an attacker did not connect. */
  private void attackers(Assault assault) {
    List<String> problems = new ArrayList<>(assault.failures());
    for (Map.Entry<String, Tally> each : assault.tallies().entrySet()) {
      if (each.getValue().connections() == 0) {
        problems.add(each.getKey() + " never connected");
      }
    }
    check(
        problems.isEmpty(),
        "attackers",
        "%s",
        problems.isEmpty() ? "every attacker connected" : String.join("; ", problems));
    for (Attacker attacker : options.attackers()) {
      processed(attacker, assault.tallies().get(attacker.name()).processed());
    }
  }

  private void processed(Attacker attacker, long frames) {
    long framesMin = processedMin(attacker);
    if (framesMin > 0) {
      check(
          frames >= framesMin,
          "frames",
          "%,d of %s were processed (at least %,d)",
          frames,
          attacker.name(),
          framesMin);
    }
  }

  private long processedMin(Attacker attacker) {
    long seconds = options.length().toSeconds();
    int share = seconds >= LONG_SECONDS ? 1 : isRated() ? 2 : SHARE_UNRATED;
    return attacker.processedPerSecondMin() * seconds / share;
  }

  /** Waits until descriptors and threads have returned, then ends the load. */
  void settled(HonestLoad load) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(returnMax());
    cluster.processes.checkAlive();
    List<Check> returned = returned();
    while (!returned.stream().allMatch(Check::holds) && System.nanoTime() - deadline < 0) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      cluster.processes.checkAlive();
      returned = returned();
    }
    checks.addAll(returned);
    answers();
    if (!load.registers.awaitAnswers(ANSWERS_AFTERWARDS, returnMax())) {
      check(
          false,
          "recovery",
          "fewer than %d answers within %,d ms after the attack",
          ANSWERS_AFTERWARDS,
          returnMax());
      return;
    }
    load.stop();
    Digests digests = Digests.converge(cluster.processes);
    check(digests.agree(), "states", "%s", digests);
  }

  /**
   * Checks the registers that clients no longer use; returns whether their history is linearizable.
   */
  boolean checkLeaving(HonestLoad load) {
    violation = load.registers.checkLeaving();
    return violation == null;
  }

  /** Checks the clients' history. Call it after they have stopped. */
  void history(HonestLoad load) {
    if (violation == null) {
      violation = load.registers.checkAll();
    }
    check(
        violation == null,
        "history",
        "%s",
        violation == null
            ? String.format(
                Locale.ROOT,
                "%,d registers linearizable, %,d calls of unknown outcome",
                load.registers.checked(),
                load.registers.unknown())
            : "register %d: %s".formatted(violation.key(), violation.verdict()));
  }

  private List<Check> returned() throws IOException {
    List<Check> returned = new ArrayList<>();
    for (int id = 0; id < HostileCluster.REPLICAS; id++) {
      ProcessFigures now = cluster.figures(id);
      returned.add(
          returned("files " + id, now.descriptors(), before[id].descriptors(), DESCRIPTORS_MORE));
      returned.add(returned("threads " + id, now.threads(), before[id].threads(), THREADS_MORE));
    }
    return returned;
  }

  private static Check returned(String name, int now, int before, int more) {
    int max = before + more;
    return Check.that(now <= max, name, "%d, %d before the attack (at most %d)", now, before, max);
  }

  private void answers() throws InterruptedException {
    for (int id = 0; id < HostileCluster.REPLICAS; id++) {
      String problem = "answers status and metrics requests";
      boolean answers = true;
      try {
        cluster.checkAnswers(id, HostileCluster.CALM_MAX);
      } catch (IOException noAnswer) {
        problem = noAnswer.getMessage();
        answers = false;
      }
      check(answers, "answers " + id, "%s", problem);
    }
  }
}
