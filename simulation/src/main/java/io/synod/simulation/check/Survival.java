package io.synod.simulation.check;

import io.synod.core.cluster.View;
import io.synod.core.message.Vote;
import io.synod.core.recovery.SurvivingLog;
import io.synod.simulation.storage.KeptState;
import java.util.List;

/**
 * Checks what survivors of a cluster that loses all other replicas know together. It is what was
 * chosen, wherever one of them has kept the decision, or a vote of the view that chose it or of a
 * later one; and it ends only where none of them has kept anything that can be read, or something
 * is damaged.
 */
final class Survival {
  private final Decisions decisions;

  Survival(Decisions decisions) {
    this.decisions = decisions;
  }

  void check(SurvivingLog log, List<KeptState> survivors) {
    for (long slot = log.first(); slot < log.end(); slot++) {
      check(slot, log.at(slot), survivors);
    }
    boolean isDamaged = survivors.stream().anyMatch(one -> one.damaged(log.end()) != null);
    boolean isKept = survivors.stream().anyMatch(one -> one.readable(log.end()) != null);
    if (isKept && !isDamaged) {
      throw new Violation("survivors know slot %d, and their log ends before it", log.end());
    }
  }

  private void check(long slot, Vote known, List<KeptState> survivors) {
    if (known == null) {
      throw new Violation("survivors know nothing of slot %d, and their log goes on", slot);
    }
    View chosenIn = decisions.chosenIn(slot);
    if (known.decided()) {
      decisions.decided(-1, slot, known.batch());
      return;
    }
    if (chosenIn == null || decisions.chosen(slot).equals(known.batch())) {
      return;
    }
    for (KeptState survivor : survivors) {
      View damaged = survivor.damaged(slot);
      boolean mayBeChosen =
          survivor.hasLearnt(slot)
              || isNotBefore(survivor.readable(slot), chosenIn)
              || damaged != null && (damaged.equals(View.NONE) || isNotBefore(damaged, chosenIn));
      if (mayBeChosen) {
        throw new Violation(
            "survivors take the vote of view %s in slot %d, where view %s has chosen another batch",
            known.view(), slot, chosenIn);
      }
    }
  }

  private static boolean isNotBefore(View view, View chosenIn) {
    return view != null && !view.isBefore(chosenIn);
  }
}
