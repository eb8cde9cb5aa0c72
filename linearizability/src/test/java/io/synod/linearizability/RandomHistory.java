package io.synod.linearizability;

import io.synod.linearizability.RegisterModel.CompareAndSet;
import io.synod.linearizability.RegisterModel.Input;
import io.synod.linearizability.RegisterModel.Read;
import io.synod.linearizability.RegisterModel.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Operations with answers at random, so that some histories are linearizable and some are not. */
final class RandomHistory {
  private RandomHistory() {}

  static List<Operation<Input, Long>> of(SplittableRandom random, int operations) {
    List<Operation<Input, Long>> history = new ArrayList<>();
    for (int index = 0; index < operations; index++) {
      long invoked = random.nextInt(20);
      Input input = input(random);
      if (random.nextInt(5) == 0) {
        history.add(Operation.pending(index, input, invoked));
      } else {
        long returned = invoked + random.nextInt(1, 10);
        history.add(new Operation<>(index, input, output(random, input), invoked, returned));
      }
    }
    return history;
  }

  private static Input input(SplittableRandom random) {
    return switch (random.nextInt(3)) {
      case 0 -> new Read();
      case 1 -> new Write(random.nextInt(3));
      default -> new CompareAndSet(random.nextInt(3), random.nextInt(3));
    };
  }

  private static long output(SplittableRandom random, Input input) {
    return input.answer(random.nextInt(3));
  }
}
