package io.synod.core.snapshot;

/**
 * When snapshots are taken, whichever comes first, and how they are fetched.
 *
 * @param logBytes of batches that were delivered since the last one
 * @param logSlots that were delivered since the last one
 * @param maxAgeNanos since the last one, if anything was delivered
 * @param bytesPerSecond that are fetched at most
 * @param partBytes that one message carries
 * @param timeoutNanos a part that has not come by then is asked for again
 */
public record SnapshotSettings(
    long logBytes,
    long logSlots,
    long maxAgeNanos,
    long bytesPerSecond,
    int partBytes,
    long timeoutNanos) {

  /** For a log that is not on disk: a snapshot is taken when a peer needs it, and only then. */
  public static final long NEVER = Long.MAX_VALUE / 4;

  public SnapshotSettings {
    if (logBytes < 1 || logSlots < 1 || maxAgeNanos < 1 || maxAgeNanos > NEVER) {
      throw new IllegalArgumentException(
          "a snapshot after %d bytes, %d slots, %d ns".formatted(logBytes, logSlots, maxAgeNanos));
    }
    if (bytesPerSecond < 1 || partBytes < 1 || timeoutNanos < 1) {
      throw new IllegalArgumentException(
          "parts of %d bytes, %d bytes per second, timeout %d ns"
              .formatted(partBytes, bytesPerSecond, timeoutNanos));
    }
  }
}
