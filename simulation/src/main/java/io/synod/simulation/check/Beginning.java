package io.synod.simulation.check;

import io.synod.core.cluster.View;
import java.util.Set;

/**
 * The state with which a process of a replica begins.
 *
 * @param member whether it is a member at once
 * @param keepsPromises whether its disk has kept all its promises
 * @param promised no vote in a view before this one
 * @param snapshotEnd its state holds every slot before this one
 * @param logEnd the first slot after all slots in its log
 * @param damaged slots that it knows to be damaged on its disk
 * @param memory how much of its durable state must be left
 */
public record Beginning(
    boolean member,
    boolean keepsPromises,
    View promised,
    long snapshotEnd,
    long logEnd,
    Set<Long> damaged,
    Memory memory) {

  /** How much of the durable state of earlier processes is left. */
  public enum Memory {
    /** It has never been a member, or was about to join. */
    NONE,
    /** Everything on which a sent message depends. */
    WHOLE,
    /** Everything, or it knows that a part is missing. */
    EITHER,
    /** It must know that a part is missing. */
    LOST
  }
}
