package io.synod.core.settings;

import io.synod.core.check.Range;

/**
 * The limits that a batcher keeps to at the moment, within its settings.
 *
 * @param maxBytes BSZ: a batch is closed before it would exceed this, header included
 * @param window WND: batches that may be undecided
 */
public record BatchLimits(int maxBytes, int window) {

  public BatchLimits {
    Range.atLeast(1, maxBytes, "bytes of a batch");
    Range.atLeast(1, window, "slots of the window");
  }

  /** Bytes that may be undecided: a full window of full batches. */
  public long windowBytes() {
    return (long) maxBytes * window;
  }
}
