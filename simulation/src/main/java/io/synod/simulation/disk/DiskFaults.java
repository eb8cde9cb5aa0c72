package io.synod.simulation.disk;

import io.synod.core.check.Check;

/**
 * Which faults will strike a disk, and how often each has. Belongs to the disk for good: what is
 * armed stays armed over crashes. The simulation's thread.
 */
public final class DiskFaults {
  private static final DiskFault[] ALL = DiskFault.values();

  // Which call from now on is struck; 0: none.
  private final long[] dueIn = new long[ALL.length];
  private final long[] strikes = new long[ALL.length];
  private FailedForce failedForce = FailedForce.KEPT_AND_LOST;

  // Calls are many and armed faults few.
  private int armed;

  /** Lets {@code fault} strike the next call of its kind, once. */
  public void arm(DiskFault fault) {
    arm(fault, 1);
  }

  /**
   * Lets {@code fault} strike a call, once. If another fault strikes that call it strikes the next.
   *
   * @param call which call of its kind from now on; 1 is the next. {@link DiskFault#HALT} counts
   *     calls of all kinds.
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

  /**
   * Lets {@code looks} call the disk without a fault: somebody looks at what a process will find.
   */
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

  /** What {@link DiskFault#FORCE_ERROR} and {@link DiskFault#NAMES_FORCE_ERROR} leave. */
  public void setFailedForce(FailedForce failedForce) {
    this.failedForce = failedForce;
  }

  FailedForce failedForce() {
    return failedForce;
  }

  /** Counts a call. Returns the fault that strikes it, no longer armed; null if none does. */
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
