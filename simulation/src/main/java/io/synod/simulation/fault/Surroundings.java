package io.synod.simulation.fault;

import io.synod.simulation.network.Wire;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.scheduler.Scheduler;
import java.util.List;
import java.util.SplittableRandom;

/** Begins faults of wires, disks and clocks that work, but badly. */
final class Surroundings {
  private static final long SLOW_NANOS = 30_000_000;
  private static final long JUMP_MILLIS_MAX = 7_200_000;

  // All messages sent before a clock's jump arrive before the next one.
  private static final long JUMPS_APART_NANOS = 2_000_000_000;
  private static final int FLAPS_MAX = 12;
  private static final Runnable NOTHING = () -> {};

  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final FaultPlan plan;
  private long nextJumpNanos;

  Surroundings(Scheduler scheduler, SplittableRandom random, FaultPlan plan) {
    this.scheduler = scheduler;
    this.random = random;
    this.plan = plan;
  }

  Runnable noise(List<Wire> wires) {
    wires.forEach(Wire::beginNoise);
    return () -> wires.forEach(Wire::endNoise);
  }

  Runnable flap(List<Wire> wires) {
    Flapping flapping = new Flapping(wires, 1 + random.nextInt(FLAPS_MAX));
    flapping.flap();
    return flapping::end;
  }

  Runnable slowDisk(SimulatedNode node) {
    long nanos = 1 + random.nextLong(SLOW_NANOS);
    node.slowDisk(nanos);
    return () -> node.slowDisk(-nanos);
  }

  Runnable setClock(SimulatedNode node) {
    if (plan.surroundings().clocksJump() && scheduler.now() >= nextJumpNanos) {
      nextJumpNanos = scheduler.now() + JUMPS_APART_NANOS;
      long most = random.nextBoolean() ? JUMP_MILLIS_MAX : 1_000;
      node.setClock(random.nextLong(-most, most + 1));
    }
    return NOTHING;
  }

  /** Wires that are repeatedly cut and mended. */
  private final class Flapping {
    private final List<Wire> wires;
    private int left;
    private boolean isCut;
    private boolean ended;

    Flapping(List<Wire> wires, int flaps) {
      this.wires = wires;
      left = 2 * flaps;
    }

    void flap() {
      if (ended || left-- == 0) {
        return;
      }
      set(!isCut);
      scheduler.after(1 + random.nextLong(1 + plan.lengthNanos() / 5), this::flap);
    }

    void end() {
      ended = true;
      set(false);
    }

    private void set(boolean cut) {
      if (cut != isCut) {
        isCut = cut;
        wires.forEach(cut ? Wire::cut : Wire::mend);
      }
    }
  }
}
