package io.synod.core.batcher;

/**
 * The limits that a batcher keeps to at the moment, within its settings.
 *
 * @param maxBytes BSZ: a batch is closed before it would exceed this, header included
 * @param window WND: batches that may be undecided
 */
public record BatchLimits(int maxBytes, int window) {

  public BatchLimits {
    if (maxBytes < 1 || window < 1) {
      throw new IllegalArgumentException(
          "batches of %d bytes and a window of %d".formatted(maxBytes, window));
    }
  }

  /** Bytes that may be undecided: a full window of full batches. */
  public long windowBytes() {
    return (long) maxBytes * window;
  }
}
