package io.synod.simulation.node;

import io.synod.core.recovery.Recovered;
import io.synod.core.settings.Durability;
import io.synod.simulation.check.Beginning;
import io.synod.simulation.check.Beginning.Memory;
import io.synod.simulation.check.Violation;
import io.synod.simulation.storage.ReplicaDisks.Loss;

/**
 * Tracks how much of its state one replica must still have, based on its faults, not its reports.
 */
final class MemoryAccount {
  private final Durability level;
  private boolean everJoined;
  // Whether it has joined durably: before, it needs all others to join.
  private boolean formed;
  // Whether its last join is durable.
  private boolean joinIsDurable;
  // From the loss of its state until it has joined again.
  private boolean missing;
  // Whether every promise is still on disk.
  private boolean promisesKept = true;
  private Memory memory = Memory.WHOLE;
  // Whether any data on its disk may be corrupt, or was once.
  private boolean rotten;
  // Whether its disk may lose writes of this process, which only a later process finds.
  private boolean doubtful;

  MemoryAccount(Durability level) {
    this.level = level;
  }

  /** Whether it has joined and will always know that, by itself or from others. */
  boolean hasFormed() {
    return formed;
  }

  /** Whether the others must do without its state. */
  boolean isMissing() {
    return missing;
  }

  /** Whether its disk may have lost data without any process knowing. */
  boolean isSuspect() {
    return memory == Memory.EITHER;
  }

  /** Its process has died. Below level sync it has forgotten its votes. */
  void died() {
    if (level == Durability.MEMORY || everJoined && !level.keepsVotes()) {
      missing = true;
      memory = Memory.LOST;
    }
    missing |= everJoined && !joinIsDurable;
  }

  /** Its disk has lost data, or will. */
  void lost(Loss loss) {
    promisesKept &= loss == Loss.NOTHING;
    rotten |= loss != Loss.NOTHING;
    missing |= loss != Loss.NOTHING;
    doubtful |= loss == Loss.PERHAPS;
    if (loss == Loss.CERTAINLY) {
      memory = Memory.LOST;
    } else if (loss == Loss.PERHAPS && memory == Memory.WHOLE) {
      memory = Memory.EITHER;
    }
  }

  /**
   * Its process has ended because another process had announced a later epoch. It recovers anew if
   * it has still written that it must.
   */
  void replaced() {
    missing = true;
    promisesKept = false;
    if (memory == Memory.WHOLE) {
      memory = Memory.EITHER;
    }
  }

  /** It recovers anew with the next epoch, whatever its disk has kept. */
  void announces() {
    promisesKept = false;
  }

  /** It has entered a membership that lists another incarnation of it. */
  void mustJoin() {
    missing = true;
    promisesKept = false;
    if (memory == Memory.WHOLE) {
      memory = Memory.EITHER;
    }
  }

  /** It is about to become a member, and may find that on its disk if it dies now. */
  void joins() {
    everJoined = true;
    joinIsDurable = false;
  }

  /** It is a member, unless it dies before that is durable. */
  void joined() {
    everJoined = true;
    if (!level.keepsVotes()) {
      remembers();
    }
  }

  /** It has died meanwhile, so it may or may not know that it is a member. */
  void joinMayBeWritten() {
    if (level.keepsVotes() && !joinIsDurable) {
      memory = Memory.EITHER;
    }
  }

  void joinIsDurable() {
    formed = true;
    if (level.keepsVotes() && !joinIsDurable) {
      remembers();
    }
  }

  private void remembers() {
    joinIsDurable = true;
    missing = doubtful;
    memory = doubtful ? Memory.EITHER : Memory.WHOLE;
  }

  /**
   * A process begins.
   *
   * @param isMember whether it is a member at once
   * @param mayLose whether its disk is about to lose data
   */
  Beginning begins(Recovered recovered, Survivors survivors, boolean isMember, boolean mayLose) {
    if (!rotten && !survivors.damaged().isEmpty()) {
      throw new Violation(
          "the records of slots %s are reported as damaged, but they are only torn",
          survivors.damaged());
    }
    boolean nothing = level.keepsVotes() ? !survivors.isMember() : !everJoined;
    Memory expected = nothing && memory != Memory.LOST ? Memory.NONE : memory;
    if (memory == Memory.EITHER && isMember && !mayLose) {
      memory = Memory.WHOLE;
    }
    doubtful &= mayLose;
    boolean keepsPromises = promisesKept && level.keepsPromises();
    everJoined |= isMember;
    formed |= survivors.isMember();
    joinIsDurable = isMember;
    missing = everJoined && !isMember || missing && (mayLose || !isMember);
    return new Beginning(
        isMember,
        keepsPromises,
        recovered.promised(),
        recovered.snapshotEnd(),
        survivors.logEnd(),
        survivors.damaged(),
        expected);
  }
}
