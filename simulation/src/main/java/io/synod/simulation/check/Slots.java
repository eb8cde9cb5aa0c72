package io.synod.simulation.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** One record per slot, created on first use. */
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

  /** The first slot after all used ones. */
  long end() {
    return bySlot.size();
  }
}
