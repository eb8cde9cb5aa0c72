package io.synod.benchmarks.process;

/**
 * What a replica's journal has done.
 *
 * @param syncs times that the disk was waited for
 * @param bytes that were written
 */
public record JournalUse(long syncs, long bytes) {
  public static final JournalUse NONE = new JournalUse(0, 0);

  JournalUse since(JournalUse before) {
    return new JournalUse(syncs - before.syncs, bytes - before.bytes);
  }
}
