package io.synod.replica.config;

/**
 * When a replica takes snapshots, whichever comes first, and how it writes and fetches one.
 *
 * @param logBytes of batches delivered since the last one
 * @param logSlots delivered since the last one
 * @param maxAgeNanos since the last one, if anything was executed
 * @param bytesPerSecond at most, while one is written or fetched from a peer
 * @param partBytes that one message carries
 */
public record SnapshotConfig(
    long logBytes, long logSlots, long maxAgeNanos, long bytesPerSecond, int partBytes) {

  public SnapshotConfig {
    if (logBytes < 1 || logSlots < 1 || maxAgeNanos < 1 || bytesPerSecond < 1 || partBytes < 1) {
      throw new IllegalArgumentException(
          "after %d bytes, %d slots or %d ns, written and fetched at %d bytes per second, in parts of %d"
              .formatted(logBytes, logSlots, maxAgeNanos, bytesPerSecond, partBytes));
    }
  }
}
