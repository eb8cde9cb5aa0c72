package io.synod.benchmarks.process;

/**
 * The work of a replica's journal.
 *
 * @param syncs number of waits for the disk
 * @param bytes that were written
 */
public record JournalUse(long syncs, long bytes) {
  public static final JournalUse NONE = new JournalUse(0, 0);

  JournalUse since(JournalUse before) {
    return new JournalUse(syncs - before.syncs, bytes - before.bytes);
  }
}
