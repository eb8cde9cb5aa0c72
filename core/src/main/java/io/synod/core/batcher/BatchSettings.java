package io.synod.core.batcher;

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
    if (maxBytes < 1 || maxDelayNanos < 0 || queueBytes < maxBytes) {
      throw new IllegalArgumentException(
          "batch of %d bytes, delay %d ns, queue of %d bytes"
              .formatted(maxBytes, maxDelayNanos, queueBytes));
    }
  }
}
