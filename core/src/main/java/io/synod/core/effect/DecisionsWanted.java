package io.synod.core.effect;

import io.synod.core.command.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Decisions that a peer misses and that are only in the journal.
 *
 * @param to the peer that asks
 * @param first the first slot that it misses
 * @param end every slot before this one is decided, and only in the journal
 * @param bytesMax of all batches with what each takes in a message beside; one may be larger
 * @param slotsMax free slots that the peer may have
 */
public record DecisionsWanted(int to, long first, long end, int bytesMax, int slotsMax) {
  /** Beside its batch, what a decision takes in a message at most. */
  public static final int OVERHEAD_BYTES = 8;

  public DecisionsWanted {
    if (first >= end) {
      throw new IllegalArgumentException(
          "slots of the journal from %d up to %d are wanted".formatted(first, end));
    }
  }

  /**
   * As many as are wanted and there.
   *
   * @param record the batch in the latest record of a slot; null if there is none
   */
  public List<Batch> collect(LongFunction<Batch> record) {
    List<Batch> batches = new ArrayList<>();
    long bytes = 0;
    for (long slot = first; slot < end && batches.size() < slotsMax; slot++) {
      Batch batch = record.apply(slot);
      if (batch == null) {
        break;
      }
      bytes += batch.length() + OVERHEAD_BYTES;
      if (bytes > bytesMax && !batches.isEmpty()) {
        break;
      }
      batches.add(batch);
    }
    return batches;
  }
}
