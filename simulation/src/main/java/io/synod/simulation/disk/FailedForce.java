package io.synod.simulation.disk;

/**
 * The effect of a failed force on unforced changes, as found for file systems by Rebello et al.,
 * "Can Applications Recover from fsync Failures?" (ATC'20).
 */
public enum FailedForce {
  /**
   * The cache keeps them and marks them as written (ext4, XFS): a reader sees them, a later force
   * succeeds without writing them, and the next power cut removes them. Some of them, but never
   * all, may have reached the disk. A sector that is written again is forced as any other. A length
   * is not lost but stays unforced.
   */
  KEPT_AND_LOST,
  /** They are undone at once (Btrfs): a reader sees the last forced state. */
  REVERTED
}
