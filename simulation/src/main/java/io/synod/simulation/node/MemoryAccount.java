package io.synod.simulation.node;

import io.synod.core.recovery.Recovered;
import io.synod.core.settings.Durability;
import io.synod.simulation.check.Beginning;
import io.synod.simulation.check.Beginning.Memory;
import io.synod.simulation.check.Violation;
import io.synod.simulation.storage.Fragile.Loss;

/**
 * Keeps account of what one replica must remember over its lives, going by what has happened to it
 * and not by what it says.
 */
final class MemoryAccount {
  private final Durability level;
  private boolean everJoined;
  // Whether it has joined for good: before, it needs all others to join.
  private boolean formed;
  // Of the last time it joined.
  private boolean joinIsDurable;
  // Since its memory was lost, until it has joined again.
  private boolean missing;
  // Whether every promise is still on disk.
  private boolean promisesKept = true;
  private Memory memory = Memory.WHOLE;
  // Whether anything that was on its disk may be another thing now, or was once.
  private boolean rotten;
  // Whether its disk may lose what this process writes, which then only a later one finds.
  private boolean doubtful;

  MemoryAccount(Durability level) {
    this.level = level;
  }

  /** Whether it has joined and will always know, or hear, that it has. */
  boolean hasFormed() {
    return formed;
  }

  /** Whether others must do without its memory. */
  boolean isMissing() {
    return missing;
  }

  /** Whether its disk may have lost something of which no process has learnt yet. */
  boolean isSuspect() {
    return memory == Memory.EITHER;
  }

  /** Its process has died. Below sync it does not know any more what it has voted. */
  void died() {
    if (level == Durability.MEMORY || everJoined && !level.keepsVotes()) {
      missing = true;
      memory = Memory.LOST;
    }
    missing |= everJoined && !joinIsDurable;
  }

  /** Its disk has lost something, or will. */
  void lost(Loss loss) {
    promisesKept &= loss == Loss.NOTHING;
    rotten |= loss != Loss.NOTHING;
    missing |= loss == Loss.CERTAINLY || loss == Loss.PERHAPS;
    doubtful |= loss == Loss.PERHAPS;
    if (loss == Loss.CERTAINLY) {
      memory = Memory.LOST;
    } else if (loss == Loss.PERHAPS && memory == Memory.WHOLE) {
      memory = Memory.EITHER;
    }
  }

  /**
   * Its process has ended because another memory had announced a later epoch. It begins anew if it
   * has still written that it must.
   */
  void replaced() {
    missing = true;
    promisesKept = false;
    if (memory == Memory.WHOLE) {
      memory = Memory.EITHER;
    }
  }

  /** It begins anew with the next epoch, whatever its disk has kept. */
  void announces() {
    promisesKept = false;
  }

  /** It is about to take part, and may find that on its disk should it die now. */
  void joins() {
    everJoined = true;
    joinIsDurable = false;
  }

  /** It takes part, unless it dies before that is durable. */
  void joined() {
    everJoined = true;
    if (!level.keepsVotes()) {
      remembers();
    }
  }

  /** Nobody can tell whether it will know that it takes part: it has died meanwhile. */
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
   * @param isMember whether it takes part at once
   * @param mayLose whether its disk is about to lose something
   */
  Beginning begins(Recovered recovered, Survivors survivors, boolean isMember, boolean mayLose) {
    if (!rotten && !survivors.damaged().isEmpty()) {
      throw new Violation(
          "what was written of the slots %s is taken for damaged: it is only torn",
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
