package io.synod.simulation.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** One record per slot, made when it is first asked for. */
final class Slots<T> {
  private final List<T> bySlot = new ArrayList<>();
  private final Supplier<T> maker;

  Slots(Supplier<T> maker) {
    this.maker = maker;
  }

  T at(long slot) {
    while (bySlot.size() <= slot) {
      bySlot.add(maker.get());
    }
    return bySlot.get((int) slot);
  }

  /** After the last slot that was asked for. */
  long end() {
    return bySlot.size();
  }
}
