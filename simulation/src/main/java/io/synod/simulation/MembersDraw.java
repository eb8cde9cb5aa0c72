package io.synod.simulation;

import io.synod.core.cluster.Quorums;
import io.synod.core.settings.Durability;
import java.util.SplittableRandom;

/**
 * In one of sixteen scenarios an operator changes the members: draws the standbys, how many slots a
 * change waits, and how long a removed replica lingers.
 */
final class MembersDraw {
  private static final int ONE_IN = 16;
  private static final int STANDBYS_MAX = 3;
  private static final int ALPHA_MAX = 16;

  private final int standbys;
  private final int alpha;
  private final int lingerMillis;

  /** A restarted member that has no votes needs others who can decide without it. */
  MembersDraw(
      SplittableRandom random, Quorums quorums, Durability durability, boolean losesTooMany) {
    boolean isDrawn = random.nextInt(ONE_IN) == 0;
    boolean fits = !losesTooMany && (durability.keepsVotes() || quorums.losable() > 0);
    standbys = isDrawn && fits ? 1 + random.nextInt(STANDBYS_MAX) : 0;
    alpha = 1 + random.nextInt(ALPHA_MAX);
    lingerMillis = random.nextInt(100, 2_000);
  }

  boolean areUsed() {
    return standbys > 0;
  }

  /** Replicas that begin as standbys. */
  int standbys() {
    return standbys;
  }

  /** Slots that a change waits. */
  int alpha() {
    return alpha;
  }

  int lingerMillis() {
    return lingerMillis;
  }
}
