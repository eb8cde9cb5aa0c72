package io.synod.linearizability;

import java.util.ArrayList;
import java.util.List;

/** Linearizability by definition: tries every order, with no cleverness that could be wrong. */
final class EveryOrder {
  private EveryOrder() {}

  static <S, I, O> boolean explains(Model<S, I, O> model, List<Operation<I, O>> history) {
    return explains(model, model.initial(), history);
  }

  private static <S, I, O> boolean explains(
      Model<S, I, O> model, S state, List<Operation<I, O>> left) {
    if (left.stream().allMatch(Operation::isPending)) {
      return true;
    }
    long firstReturn = left.stream().mapToLong(Operation::returned).min().getAsLong();
    for (Operation<I, O> operation : left) {
      if (operation.invoked() > firstReturn) {
        continue;
      }
      S next = model.next(state, operation.input(), operation.output());
      List<Operation<I, O>> rest = new ArrayList<>(left);
      rest.remove(operation);
      if (next != null && explains(model, next, rest)) {
        return true;
      }
    }
    return false;
  }
}
