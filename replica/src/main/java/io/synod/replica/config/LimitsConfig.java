package io.synod.replica.config;

/**
 * Bounds of a replica's core.
 *
 * @param logBytes decided batches kept for peers that lag
 * @param marginBytes bytes of them that are kept although every replica has executed them
 * @param backlogSlots decided slots that may wait for the service
 * @param readsMax reads that may wait for their round or slot
 */
public record LimitsConfig(long logBytes, long marginBytes, int backlogSlots, int readsMax) {

  // Of the bytes of the log.
  private static final int UNDURABLE_SHARE = 4;

  /** Bytes that were persisted and are not durable, beyond which no more are taken from peers. */
  public long undurableBytes() {
    return Math.max(1, logBytes / UNDURABLE_SHARE);
  }

  public LimitsConfig {
    if (marginBytes < 0 || marginBytes > logBytes || logBytes < 1) {
      throw new IllegalArgumentException(
          "log of %d bytes, margin of %d".formatted(logBytes, marginBytes));
    }
    if (backlogSlots < 1 || readsMax < 1) {
      throw new IllegalArgumentException(
          "backlog of %d slots, %d reads".formatted(backlogSlots, readsMax));
    }
  }
}
