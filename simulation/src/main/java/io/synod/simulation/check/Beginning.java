package io.synod.simulation.check;

import io.synod.core.cluster.View;
import java.util.Set;

/**
 * What a replica begins a life with.
 *
 * @param member whether it takes part at once
 * @param keepsPromises whether its disk has kept all its promises
 * @param promised no vote in a view before this one
 * @param snapshotEnd its state holds every slot before this one
 * @param logEnd after the last slot of which it knows anything
 * @param damaged slots of which its disk has lost something, as it knows
 * @param memory what it must remember
 */
public record Beginning(
    boolean member,
    boolean keepsPromises,
    View promised,
    long snapshotEnd,
    long logEnd,
    Set<Long> damaged,
    Memory memory) {

  /** How much of an earlier life's memory is left. */
  public enum Memory {
    /** It has never taken part, or was about to join. */
    NONE,
    /** Everything that it has told. */
    WHOLE,
    /** Everything, or it knows that something is missing. */
    EITHER,
    /** It must know that something is missing. */
    LOST
  }
}
