package io.synod.simulation.timed;

import io.synod.core.cluster.View;
import io.synod.core.settings.BatchLimits;
import io.synod.replica.stage.Tuning;
import io.synod.simulation.check.Violation;
import io.synod.tuning.autopilot.Reading;
import io.synod.tuning.autopilot.Search.State;
import java.util.ArrayDeque;

/**
 * Watches the autopilots of a cluster: limits are within their bounds and kept, only a leader
 * changes them, a new leader begins with those of the last one, and what a leader measures is what
 * happens.
 */
final class TimedChecks {
  private static final double PROBE_SECONDS = 0.01;

  // Slots of a window that was wider may be open for that long.
  private static final int PROBES_KEPT = 100;

  // A heartbeat says what was chosen; it is sent and arrives some time before.
  private static final int PROBES_TOLD = 40;

  // A batch may be proposed a while after it was closed.
  private static final int PROBES_LATE = 3;

  // A leader's batcher begins after its core.
  private static final int PROBES_TO_BEGIN = 4;
  private static final int PROBES_TO_END = 5;

  // By then clients have found a new leader, and a smaller load is what is under way.
  private static final long SETTLED_NANOS = 4_000_000_000L;

  // Between two messages to a replica that catches up.
  private static final long PAUSE_NANOS = 150_000_000;

  // An interval of a search, and the wait before it, are shorter.
  private static final long CATCH_UP_NANOS = 800_000_000L;

  // Answers of a window come together, so that few of them fall into an interval.
  private static final double RATE_FACTOR = 3;

  // With so many windows of requests in the leader, its window is full for most of the time.
  private static final double WINDOWS_WAITING = 2;
  private static final double FULL_SHARE_MIN = 0.3;

  // Of all requests under way a leader far from its peers sees most.
  private static final double SEEN_MIN = 0.2;
  private static final double SEEN_MAX = 1.05;

  private final TimedCluster cluster;

  // Of the leader, the latest last.
  private final ArrayDeque<Probe> probes = new ArrayDeque<>();
  private TimedReplica leader;
  private final Follower[] ofFollowers = new Follower[TimedCluster.REPLICAS];
  private Reading judged;
  private long asideBytes;
  private long asideNanos;
  private long asideSinceNanos;
  private boolean mustWait;
  private boolean hasWaited;
  private long moves;
  private int begun;
  private long ledNanos;

  /**
   * @param probes for which it has followed in this view
   */
  private record Follower(View view, Tuning.State state, int probes) {}

  private record Probe(long nanos, long answered, BatchLimits limits, BatchLimits chosen) {}

  TimedChecks(TimedCluster cluster) {
    this.cluster = cluster;
    cluster.at(0, () -> cluster.each(PROBE_SECONDS, this::probe));
  }

  /** Whether a replica has caught up for long, and the leader has tried other limits meanwhile. */
  boolean hasNotWaited() {
    return mustWait && !hasWaited;
  }

  /** Moves of the present leader. */
  long moves() {
    return moves;
  }

  private void probe() {
    for (int id = 0; id < TimedCluster.REPLICAS; id++) {
      check(id, cluster.replicas().get(id));
    }
    TimedReplica leads = cluster.leader();
    if (leads == null) {
      return;
    }
    Tuning.State state = leads.tuning();
    if (leads != leader) {
      begun++;
      if (begun < PROBES_TO_BEGIN) {
        return;
      }
      begins(state);
      leader = leads;
      ledNanos = cluster.scheduler().now();
    }
    begun = 0;
    probes.add(
        new Probe(
            cluster.scheduler().now(),
            cluster.answered(),
            state.limits(),
            state.search().chosen()));
    if (probes.size() > PROBES_KEPT) {
      probes.remove();
    }
    hasWaited |= state.search().state() == State.CATCHING_UP;
    if (state.search().state() == State.CATCHING_UP && state.search().moves() != moves) {
      throw new Violation("a leader moves to other limits while a replica catches up");
    }
    moves = state.search().moves();
    seeCatchUp(leads.asideBytes());
    checkWindow(leads);
    checkBatches(leads);
    checkReading(state.search().reading());
  }

  private void check(int id, TimedReplica replica) {
    BatchLimits limits = replica.tuning().limits();
    if (!cluster.allows(limits)) {
      throw new Violation("%s are out of bounds", limits);
    }
    Follower before = ofFollowers[id];
    if (replica.leads() || before == null || !before.view.equals(replica.view())) {
      // Between two probes it may have led.
      ofFollowers[id] = new Follower(replica.view(), replica.tuning(), 0);
      return;
    }
    if (before.probes > PROBES_TO_END && before.state != replica.tuning()) {
      throw new Violation("replica %d does not lead and goes on with its search", id);
    }
    ofFollowers[id] = new Follower(before.view, replica.tuning(), before.probes + 1);
  }

  private void begins(Tuning.State state) {
    if (leader == null) {
      return;
    }
    BatchLimits first = state.search().chosen();
    boolean wasSent =
        probes.stream()
            .skip(Math.max(0, probes.size() - PROBES_TOLD))
            .anyMatch(probe -> probe.chosen.equals(first));
    if (!wasSent) {
      throw new Violation(
          "a leader begins with %s; the last one had chosen %s", first, probes.getLast().chosen);
    }
    probes.clear();
    judged = state.search().reading();
  }

  private void seeCatchUp(long bytes) {
    long now = cluster.scheduler().now();
    if (bytes > asideBytes) {
      boolean goesOn = now < asideNanos + PAUSE_NANOS;
      asideSinceNanos = goesOn ? asideSinceNanos : now;
      asideNanos = now;
      mustWait |= now - asideSinceNanos > CATCH_UP_NANOS;
    }
    asideBytes = bytes;
  }

  private void checkWindow(TimedReplica leads) {
    int most = probes.stream().mapToInt(probe -> probe.limits.window()).max().orElseThrow();
    if (probes.size() == PROBES_KEPT && leads.openSlots() > most) {
      throw new Violation("%d slots are open with windows up to %d", leads.openSlots(), most);
    }
  }

  private void checkBatches(TimedReplica leads) {
    int bytes = leads.takeLargestBytes();
    int most =
        probes.stream()
            .skip(Math.max(0, probes.size() - PROBES_LATE))
            .mapToInt(probe -> probe.limits.maxBytes())
            .max()
            .orElseThrow();
    if (probes.size() == PROBES_KEPT && bytes > most) {
      throw new Violation("a batch of %d bytes with a size of %d at most", bytes, most);
    }
  }

  private void checkReading(Reading reading) {
    if (reading == null || reading == judged) {
      return;
    }
    judged = reading;
    Probe last = probes.getLast();
    double pending = reading.pendingNanos() / reading.nanos();
    double bytes = pending * reading.bytes() / Math.max(1, reading.requests());
    if (bytes > WINDOWS_WAITING * last.chosen.windowBytes()
        && reading.windowFullShare() < FULL_SHARE_MIN) {
      throw new Violation(
          "requests of %.0f bytes wait for a window of %s, which is full for %.0f %% of the time",
          bytes, last.chosen, 100 * reading.windowFullShare());
    }
    long changed = Math.max(ledNanos, cluster.changedNanos());
    if (last.nanos > changed + SETTLED_NANOS) {
      checkPending(pending);
      checkRate(reading, last);
    }
  }

  /** Compares it with what clients have seen in the same time. */
  private void checkRate(Reading reading, Probe last) {
    long from = last.nanos - reading.nanos();
    Probe first = probes.stream().filter(probe -> probe.nanos >= from).findFirst().orElseThrow();
    double seconds = Math.max(PROBE_SECONDS, (last.nanos - first.nanos) / 1e9);
    double answered = (last.answered - first.answered) / seconds;
    double ratio = reading.throughput() / answered;
    if (answered > 0 && (ratio > RATE_FACTOR || ratio < 1 / RATE_FACTOR)) {
      throw new Violation(
          "a leader decides %.0f requests/s, and clients get %.0f/s",
          reading.throughput(), answered);
    }
  }

  private void checkPending(double pending) {
    Conditions now = cluster.conditions();
    if (now.load().isOpen()) {
      return;
    }
    double share = pending / now.load().outstanding();
    if (share > SEEN_MAX || now.isFar() && share < SEEN_MIN) {
      throw new Violation(
          "a leader sees %.0f requests of the %d under way", pending, now.load().outstanding());
    }
  }
}
