package io.synod.replica.stage;

import java.util.ArrayDeque;

/**
 * Weights of the batches that a learner's service was given and has not executed, in their order.
 * Executed batches free credit for the source. While the service has halted, batches that it holds
 * free credit too, within bounds. One thread.
 */
final class UnexecutedBatches {
  private final int heldMax;
  private final long heldBytesMax;
  private final ArrayDeque<Long> weights = new ArrayDeque<>();

  // The first ones, which the source has made up for already. Invariant: held <= weights.size().
  private int held;
  private long heldBytes;

  // Of all others.
  private long bytes;

  /**
   * @param heldMax batches up to which more may be held
   * @param heldBytesMax bytes up to which more may be held
   */
  UnexecutedBatches(int heldMax, long heldBytesMax) {
    this.heldMax = heldMax;
    this.heldBytesMax = heldBytesMax;
  }

  /** The service gets a batch. */
  void add(long weight) {
    weights.add(weight);
    bytes += weight;
  }

  int count() {
    return weights.size();
  }

  /** Of those that the source has not made up for. */
  long bytes() {
    return bytes;
  }

  /**
   * The first {@code batches} are executed.
   *
   * @return the bytes that the source may send in their place
   */
  long executed(int batches) {
    long before = bytes;
    for (int left = batches; left > 0; left--) {
      long weight = weights.poll();
      if (held > 0) {
        held--;
        heldBytes -= weight;
      } else {
        bytes -= weight;
      }
    }
    return before - bytes;
  }

  /**
   * The service has halted: the entry that lets it go on comes behind all of these.
   *
   * @return the bytes that the source may send besides; 0 if too much would be held
   */
  long hold() {
    if (weights.size() >= heldMax || heldBytes + bytes > heldBytesMax) {
      return 0;
    }
    long more = bytes;
    held = weights.size();
    heldBytes += more;
    bytes = 0;
    return more;
  }
}
