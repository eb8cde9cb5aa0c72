package io.synod.chaos.run;

import io.synod.chaos.fault.Fault;
import io.synod.chaos.fault.FaultInjector;
import io.synod.chaos.timeline.Timeline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;

/**
 * Begins and ends the faults of a plan at their times. The plan pauses while no fault is active and
 * either no client receives an answer, or a replica that was hit last does not report its status.
 * So most faults hit a healthy cluster, even on a slow machine. Where a process takes its votes
 * with it, the plan also pauses while such a replica is recovering: until then it counts as
 * crashed. Confined to the thread that drives the run.
 */
final class Drive {
  private static final long HELD_MILLIS_MAX = 180_000;

  private final List<Fault> plan;
  private final FaultInjector injector;
  private final Timeline timeline;
  private final Lock processes;
  private final boolean keepsVotes;
  private final List<Fault> running = new ArrayList<>();
  private final Set<Integer> lastHit = new TreeSet<>();
  private int begun;
  private long lastEndMillis;
  private long lastTurnMillis;
  private long heldMillis;

  /**
   * @param processes is held while any fault lasts
   * @param keepsVotes whether the votes of a process outlast it
   */
  Drive(
      List<Fault> plan,
      FaultInjector injector,
      Timeline timeline,
      Lock processes,
      boolean keepsVotes) {
    this.keepsVotes = keepsVotes;
    this.plan = plan;
    this.injector = injector;
    this.timeline = timeline;
    this.processes = processes;
  }

  /**
   * Begins and ends the faults that are due.
   *
   * @throws IOException if that fails, or the plan has paused for three minutes
   */
  void proceed() throws IOException, InterruptedException {
    long now = timeline.nowMillis();
    hold(now);
    long planned = now - heldMillis;
    for (Iterator<Fault> each = running.iterator(); each.hasNext(); ) {
      Fault fault = each.next();
      if (fault.endMillis() <= planned) {
        each.remove();
        end(fault);
        releaseIfNone();
      }
    }
    while (begun < plan.size() && plan.get(begun).beginMillis() <= planned) {
      Fault fault = plan.get(begun++);
      lastHit.clear();
      if (running.isEmpty()) {
        processes.lock();
      }
      running.add(fault);
      timeline.begun(fault);
      injector.begin(fault);
    }
  }

  private void releaseIfNone() {
    if (running.isEmpty()) {
      processes.unlock();
    }
  }

  private void hold(long now) throws IOException {
    if (running.isEmpty() && !isWhole()) {
      heldMillis += now - lastTurnMillis;
      if (now - lastEndMillis > HELD_MILLIS_MAX) {
        throw new IOException(
            "%d s after the last fault no client receives an answer, or one of %s does not answer or is recovering"
                .formatted(HELD_MILLIS_MAX / 1000, lastHit));
      }
    }
    lastTurnMillis = now;
  }

  private boolean isWhole() {
    return timeline.isServedSince(lastEndMillis)
        && (keepsVotes || lastHit.stream().noneMatch(timeline::isRecovering))
        && lastHit.stream().allMatch(id -> timeline.isThereSince(id, lastEndMillis));
  }

  private void end(Fault fault) throws IOException, InterruptedException {
    injector.end(fault);
    timeline.ended(fault);
    lastEndMillis = timeline.nowMillis();
    lastHit.addAll(fault.replicas());
  }

  /** Whether all faults have begun and ended. */
  boolean isOver() {
    return begun == plan.size() && running.isEmpty();
  }

  /** The remaining time of the plan. */
  long restMillis(long lengthMillis) {
    return lengthMillis - (timeline.nowMillis() - heldMillis);
  }
}
