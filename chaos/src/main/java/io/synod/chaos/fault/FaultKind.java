package io.synod.chaos.fault;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What can be done to a cluster. */
public enum FaultKind {
  /** SIGKILL, and a start when it ends. */
  KILL(Ground.PROCESSES, 500, 4000),
  /** SIGSTOP and SIGCONT. */
  PAUSE(Ground.PROCESSES, 300, 5000),
  /** Links let nothing pass in both directions, and later everything. */
  CUT(Ground.LINKS, 500, 6000),
  /** Links end their connections and refuse new ones. */
  SEVER(Ground.LINKS, 500, 5000),
  /** Links let nothing pass in one direction. */
  ONE_WAY(Ground.LINKS, 500, 6000),
  /** What links let pass arrives later. */
  DELAY(Ground.LINKS, 2000, 6000),
  /** The directory of a replica holds what it may. */
  DISK_FULL(Ground.DISKS, 3000, 7000),
  /** SIGKILL for all, and a start when it ends. */
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

  /**
   * @throws IllegalArgumentException if there is no such kind, naming all
   */
  public static FaultKind of(String word) {
    for (FaultKind kind : values()) {
      if (kind.word().equals(word)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "'%s' is not one of %s"
            .formatted(
                word,
                Arrays.stream(values()).map(FaultKind::word).collect(Collectors.joining(", "))));
  }
}
