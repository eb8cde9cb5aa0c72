package io.synod.replica.config;

/**
 * When a replica takes snapshots, whichever comes first, and how it writes and fetches one.
 *
 * @param logBytes of batches delivered since the last one
 * @param logSlots delivered since the last one
 * @param maxAgeNanos since the last one, if anything was executed
 * @param bytesPerSecond at most, while one is fetched from a peer
 * @param writtenPerSecond bytes, at most, while one is taken
 * @param partBytes that one message carries
 */
public record SnapshotConfig(
    long logBytes,
    long logSlots,
    long maxAgeNanos,
    long bytesPerSecond,
    long writtenPerSecond,
    int partBytes) {

  public SnapshotConfig {
    if (logBytes < 1
        || logSlots < 1
        || maxAgeNanos < 1
        || bytesPerSecond < 1
        || writtenPerSecond < 1
        || partBytes < 1) {
      throw new IllegalArgumentException(
          "after %d bytes, %d slots or %d ns, fetched at %d and written at %d bytes per second, in parts of %d"
              .formatted(
                  logBytes, logSlots, maxAgeNanos, bytesPerSecond, writtenPerSecond, partBytes));
    }
  }
}
