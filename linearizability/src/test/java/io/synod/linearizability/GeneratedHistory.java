package io.synod.linearizability;

import io.synod.linearizability.RegisterModel.Input;
import io.synod.linearizability.RegisterModel.Read;
import io.synod.linearizability.RegisterModel.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A linearizable history: operations of a true register, their calls and returns widened. */
final class GeneratedHistory {
  private final List<Operation<Input, Long>> history = new ArrayList<>();

  GeneratedHistory(SplittableRandom random, int operations, int overlap) {
    long value = 0;
    for (int index = 0; index < operations; index++) {
      boolean read = random.nextBoolean();
      Input input = read ? new Read() : new Write(index + 1L);
      long effect = index * 10L;
      long invoked = effect - random.nextInt(1, overlap * 10);
      if (!read && random.nextInt(10) == 0) {
        history.add(Operation.pending(index, input, invoked));
      } else {
        long returned = effect + random.nextInt(1, overlap * 10);
        history.add(new Operation<>(index, input, value, invoked, returned));
      }
      value = read ? value : index + 1;
    }
  }

  List<Operation<Input, Long>> history() {
    return history;
  }

  /** The same with one more read, long after everything, of a value that was never written. */
  List<Operation<Input, Long>> changed() {
    List<Operation<Input, Long>> changed = new ArrayList<>(history);
    changed.add(new Operation<>(history.size(), new Read(), -1L, 1_000_000, 1_000_001));
    return changed;
  }
}
