package io.synod.simulation.disk;

import io.synod.core.check.Check;

/**
 * The armed faults of a disk, and the number of strikes of each. Belongs to the disk: armed faults
 * survive crashes. The simulation's thread.
 */
public final class DiskFaults {
  private static final DiskFault[] ALL = DiskFault.values();

  // The number of calls until the fault strikes; 0: not armed.
  private final long[] dueIn = new long[ALL.length];
  private final long[] strikes = new long[ALL.length];
  private FailedForce failedForce = FailedForce.KEPT_AND_LOST;

  // Speeds up the common case: calls are many and armed faults few.
  private int armed;

  /** Arms {@code fault} for the next call of its kind, once. */
  public void arm(DiskFault fault) {
    arm(fault, 1);
  }

  /**
   * Arms {@code fault} for one call. If another fault strikes that call, it strikes the next one.
   *
   * @param call the number of the call of its kind from now on; 1 is the next. {@link
   *     DiskFault#HALT} counts calls of all kinds.
   */
  public void arm(DiskFault fault, long call) {
    Check.that(call >= 1, "armed for call %d, the next one is 1", call);
    Check.that(
        fault != DiskFault.NO_SPACE && fault != DiskFault.BIT_FLIP,
        "%s is not armed but done: see %s",
        fault,
        SimulatedDisk.class);
    if (!isArmed(fault)) {
      armed++;
    }
    dueIn[fault.ordinal()] = call;
  }

  public void disarm(DiskFault fault) {
    if (isArmed(fault)) {
      armed--;
    }
    dueIn[fault.ordinal()] = 0;
  }

  public void disarmAll() {
    for (DiskFault fault : ALL) {
      disarm(fault);
    }
  }

  public boolean isArmed(DiskFault fault) {
    return dueIn[fault.ordinal()] > 0;
  }

  /** Runs {@code looks}, which inspects the disk, without faults. */
  public void undisturbed(Runnable looks) {
    int waiting = armed;
    armed = 0;
    try {
      looks.run();
    } finally {
      armed = waiting;
    }
  }

  /** How often {@code fault} has struck. */
  public long strikes(DiskFault fault) {
    return strikes[fault.ordinal()];
  }

  /** How often any fault has struck. */
  public long strikes() {
    long sum = 0;
    for (long count : strikes) {
      sum += count;
    }
    return sum;
  }

  /** The effect of {@link DiskFault#FORCE_ERROR} and {@link DiskFault#NAMES_FORCE_ERROR}. */
  public void setFailedForce(FailedForce failedForce) {
    this.failedForce = failedForce;
  }

  FailedForce failedForce() {
    return failedForce;
  }

  /** Counts a call. Returns the fault that strikes it, which is then disarmed; or null. */
  DiskFault due(DiskCall call) {
    if (armed == 0) {
      return null;
    }
    DiskFault due = isDue(DiskFault.HALT) ? DiskFault.HALT : null;
    for (DiskFault fault : call.faults) {
      if (isDue(fault) && due == null) {
        due = fault;
      }
    }
    if (due != null) {
      disarm(due);
    }
    return due;
  }

  private boolean isDue(DiskFault fault) {
    int index = fault.ordinal();
    if (dueIn[index] > 1) {
      dueIn[index]--;
      return false;
    }
    return dueIn[index] == 1;
  }

  void struck(DiskFault fault) {
    strikes[fault.ordinal()]++;
  }
}
