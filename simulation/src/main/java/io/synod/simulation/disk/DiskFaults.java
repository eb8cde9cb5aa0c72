package io.synod.simulation.disk;

import io.synod.core.check.Check;

/**
 * The armed faults of a disk, to which they belong: they survive crashes. The simulation's thread.
 */
public final class DiskFaults {
  private static final DiskFault[] ALL = DiskFault.values();

  // The number of calls until the fault strikes; 0: not armed.
  private final long[] dueIn = new long[ALL.length];
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
   * @param call the number of the call of its kind from now on; 1 is the next
   */
  public void arm(DiskFault fault, long call) {
    Check.that(call >= 1, "armed for call %d, the next one is 1", call);
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

  /** The effect of {@link DiskFault#FORCE_ERROR} and {@link DiskFault#NAMES_FORCE_ERROR}. */
  public void setFailedForce(FailedForce failedForce) {
    this.failedForce = failedForce;
  }

  FailedForce failedForce() {
    return failedForce;
  }

  /**
   * Counts a call. Returns the fault that strikes it, which is then disarmed; or null.
   *
   * @param ofCall the faults that it can have
   */
  DiskFault due(DiskFault... ofCall) {
    if (armed == 0) {
      return null;
    }
    DiskFault due = null;
    for (DiskFault fault : ofCall) {
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
}
