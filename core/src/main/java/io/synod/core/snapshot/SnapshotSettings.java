package io.synod.core.snapshot;

import io.synod.core.check.Range;

/**
 * When snapshots are taken, whichever comes first, and how they are fetched.
 *
 * @param logBytes of batches that were delivered since the last one
 * @param logSlots that were delivered since the last one
 * @param maxAgeNanos since the last one, if anything was delivered
 * @param onDemand whether none is taken at that age until somebody asks for one
 * @param bytesPerSecond that are fetched at most
 * @param partBytes that one message carries
 * @param timeoutNanos a part that has not come by then is asked for again
 */
public record SnapshotSettings(
    long logBytes,
    long logSlots,
    long maxAgeNanos,
    boolean onDemand,
    long bytesPerSecond,
    int partBytes,
    long timeoutNanos) {

  /** For a log that is not on disk: a snapshot is taken when a peer needs it, and only then. */
  public static final long NEVER = Long.MAX_VALUE / 4;

  // Asking for a part again takes 15 timeouts at most; restoring the last one takes time too.
  private static final int SILENT_TIMEOUTS = 32;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** How often the time doubles after which a part is asked for again. */
  static final int DOUBLINGS_MAX = 3;

  /** Of a replica that takes snapshots by age. */
  public SnapshotSettings(
      long logBytes,
      long logSlots,
      long maxAgeNanos,
      long bytesPerSecond,
      int partBytes,
      long timeoutNanos) {
    this(logBytes, logSlots, maxAgeNanos, false, bytesPerSecond, partBytes, timeoutNanos);
  }

  public SnapshotSettings {
    Range.atLeast(1, logBytes, "bytes of the log until a snapshot");
    Range.atLeast(1, logSlots, "slots of the log until a snapshot");
    Range.within(1, NEVER, maxAgeNanos, "age of a snapshot in ns");
    Range.atLeast(1, bytesPerSecond, "bytes of a snapshot fetched in a second");
    Range.atLeast(1, partBytes, "bytes of a part of a snapshot");
    Range.atLeast(1, timeoutNanos, "timeout of a part of a snapshot in ns");
  }

  /**
   * Until then a snapshot is not too old for who asks for one, even if {@code maxAgeNanos} are
   * over: the next one could not be younger when he asks again.
   */
  long recentNanos() {
    return Math.max(maxAgeNanos, 2 * (timeoutNanos << DOUBLINGS_MAX));
  }

  /** Who asks for no part for so long, and for no slot behind the snapshot, counts as gone. */
  public long patienceNanos() {
    return SILENT_TIMEOUTS * timeoutNanos + partBytes * NANOS_PER_SECOND / bytesPerSecond;
  }
}
