package io.synod.benchmarks.experiment.catalogue;

/** How long a batch is that has just so many requests. */
final class BatchBytes {
  /** The least that {@code batch.max-bytes} takes. */
  static final int MIN = 64;

  private static final int HEADER_BYTES = 12;
  private static final int ENTRY_HEADER_BYTES = 24;

  private BatchBytes() {}

  static int of(int requests, int requestBytes) {
    return HEADER_BYTES + requests * (requestBytes + ENTRY_HEADER_BYTES);
  }

  /** How many requests fit. */
  static int requests(int batchBytes, int requestBytes) {
    return (batchBytes - HEADER_BYTES) / (requestBytes + ENTRY_HEADER_BYTES);
  }
}
