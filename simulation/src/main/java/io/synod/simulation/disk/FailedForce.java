package io.synod.simulation.disk;

/**
 * What is left of unforced changes when a force has failed: what file systems were found to do in
 * Rebello et al., "Can Applications Recover from fsync Failures?" (ATC'20).
 */
public enum FailedForce {
  /**
   * The cache keeps them and takes them for written (ext4, XFS): a reader sees them, a later force
   * succeeds without writing them, and the next power cut takes them. Some of them, never all, may
   * have reached the disk. A sector that is written again is forced as any other, and a length is
   * not lost but stays unforced.
   */
  KEPT_AND_LOST,
  /** They are undone at once (Btrfs): a reader sees what was forced before. */
  REVERTED
}
