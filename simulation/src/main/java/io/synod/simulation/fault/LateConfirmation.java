package io.synod.simulation.fault;

import io.synod.simulation.node.Moment;
import io.synod.simulation.scheduler.Scheduler;
import java.util.SplittableRandom;

/**
 * Answers to a leader's heartbeats arrive after it is superseded, its successor has acknowledged a
 * write, and it is asked to read. It must not take them as a confirmation of its leadership.
 */
final class LateConfirmation {
  private static final Runnable NOTHING = () -> {};

  private final FaultTarget target;
  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final long lengthNanos;
  private final Cuts cuts;
  private int leader;
  private Runnable resume = NOTHING;
  private boolean over;

  LateConfirmation(
      FaultTarget target, Scheduler scheduler, SplittableRandom random, FaultPlan plan) {
    this.target = target;
    this.scheduler = scheduler;
    this.random = random;
    lengthNanos = plan.lengthNanos();
    cuts = new Cuts(target.peers());
  }

  void begin(int superseded) {
    leader = superseded;
    target.others(leader, leader, random).forEach(other -> cuts.hold(other, leader));
    // It must have sent heartbeats meanwhile.
    scheduler.after(1 + random.nextLong(lengthNanos / 8), this::cutOff);
  }

  private void cutOff() {
    if (over) {
      return;
    }
    target.others(leader, leader, random).forEach(other -> cuts.cutBothWays(leader, other));
    target.disconnect(leader);
    target.node(leader).trap().at(Moment.READING, this::isAsked);
    if (random.nextBoolean()) {
      // A paused leader does not miss its followers, and receives all reads at once later.
      resume = target.node(leader).pause();
      scheduler.after(1 + random.nextLong(lengthNanos), this::goOn);
    }
  }

  private void goOn() {
    Runnable paused = resume;
    resume = NOTHING;
    paused.run();
  }

  private void isAsked() {
    if (over) {
      return;
    }
    if (target.checks().executions().acknowledgedEnd()
        > target.checks().executions().executed(leader)) {
      cuts.release();
    } else {
      target.node(leader).trap().at(Moment.READING, this::isAsked);
    }
  }

  void end() {
    over = true;
    goOn();
    cuts.end();
  }
}
