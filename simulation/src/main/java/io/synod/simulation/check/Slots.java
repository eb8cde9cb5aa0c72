package io.synod.simulation.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** One record per slot, created on first use. */
final class Slots<T> {
  /**
   * How many slots may be open or wait.
   *
   * @param window WND
   * @param backlog slots that may wait for a replica's service
   */
  record Most(int window, int backlog) {}

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
