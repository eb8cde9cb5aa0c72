package io.synod.chaos.fault;

import java.util.Locale;

/** The kinds of faults. */
public enum FaultKind {
  /** SIGKILL for one or more replicas, which are started again at the end. */
  KILL(Ground.PROCESSES, 500, 4000),
  /** SIGSTOP and SIGCONT. */
  PAUSE(Ground.PROCESSES, 300, 5000),
  /** Links stall in both directions, and deliver everything later. */
  CUT(Ground.LINKS, 500, 6000),
  /** Links end their connections and refuse new ones. */
  SEVER(Ground.LINKS, 500, 5000),
  /** Links stall in one direction. */
  ONE_WAY(Ground.LINKS, 500, 6000),
  /** Links delay their bytes. */
  DELAY(Ground.LINKS, 2000, 6000),
  /** A file fills the storage quota of a replica's directory. */
  DISK_FULL(Ground.DISKS, 3000, 7000),
  /** SIGKILL for all replicas, which are started again at the end. */
  ALL_DOWN(Ground.PROCESSES, 200, 2000);

  /** Faults of different grounds may overlap. */
  enum Ground {
    PROCESSES,
    LINKS,
    DISKS
  }

  private final Ground ground;
  private final int millisMin;
  private final int millisMax;

  FaultKind(Ground ground, int millisMin, int millisMax) {
    this.ground = ground;
    this.millisMin = millisMin;
    this.millisMax = millisMax;
  }

  Ground ground() {
    return ground;
  }

  int millisMin() {
    return millisMin;
  }

  int millisMax() {
    return millisMax;
  }

  /** As a user writes it, such as {@code one-way}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
