package io.synod.core.settings;

import io.synod.core.check.Range;

/**
 * How requests become batches.
 *
 * @param maxBytes BSZ: a batch is closed before it would exceed this, header included; a larger
 *     request travels alone
 * @param maxDelayNanos Δ_B: how long the first request of a batch waits at most
 * @param policy when a batch that is not full is closed
 * @param queueBytes bound of all requests that wait for a slot; full is answered with BUSY
 */
public record BatchSettings(int maxBytes, long maxDelayNanos, BatchPolicy policy, long queueBytes) {

  public BatchSettings {
    Range.atLeast(1, maxBytes, "bytes of a batch");
    Range.atLeast(0, maxDelayNanos, "delay of a batch in ns");
    Range.atLeast(maxBytes, queueBytes, "bytes of the queue, which holds a batch");
  }
}
