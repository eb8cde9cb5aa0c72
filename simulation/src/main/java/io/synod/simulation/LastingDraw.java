package io.synod.simulation;

import io.synod.simulation.fault.LastingKind;
import java.util.SplittableRandom;

/** In one of sixteen scenarios one fault of one replica lasts to the end. */
final class LastingDraw {
  private static final int ONE_IN = 16;

  // A request waits for some writes of a slow disk, or for a slow service.
  private static final long SLOW_NANOS = 200_000_000;

  // Null if there is none.
  private final LastingKind kind;

  /**
   * @param canSpareOne whether the others always reach their end without one replica
   */
  LastingDraw(SplittableRandom random, boolean canSpareOne) {
    boolean isDrawn = random.nextInt(ONE_IN) == 0;
    LastingKind[] kinds = LastingKind.values();
    LastingKind drawn = kinds[random.nextInt(kinds.length)];
    kind = isDrawn && (canSpareOne || !drawn.takesAway()) ? drawn : null;
  }

  /** Null if there is none. */
  LastingKind kind() {
    return kind;
  }

  /** How much longer a lone request may take. */
  long waitNanos() {
    return isSlow() ? SLOW_NANOS : 0;
  }

  /** Whether it only makes a replica slow. */
  boolean isSlow() {
    return kind != null && !kind.takesAway();
  }
}
