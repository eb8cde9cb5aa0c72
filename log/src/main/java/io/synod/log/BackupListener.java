package io.synod.log;

/**
 * Receives the progress of a {@link LogBackup}, on its thread. Must not block for long. Whatever it
 * throws ends the backup, whose {@link LogBackup#closed} has it then.
 */
public interface BackupListener {

  /** So many bytes of the snapshot are stored. */
  default void onPart(long receivedBytes, long totalBytes) {}

  /**
   * The snapshot is verified and durable.
   *
   * @param end it holds the effect of every slot before this one
   * @param bytes length of its file
   */
  default void onSnapshot(long end, long bytes) {}

  /** Slots are kept from this one on. */
  default void onFollowing(long first) {}

  /**
   * All slots before {@code next} are durable. Called once more at the end.
   *
   * @param bytes of the batches that were kept since the start
   */
  default void onSlots(long next, long bytes) {}
}
