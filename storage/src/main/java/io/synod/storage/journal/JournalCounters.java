package io.synod.storage.journal;

/**
 * Counts of the journal's work since it was opened, and its size.
 *
 * @param records that were written
 * @param bytes that those took
 * @param forces how often the disk was waited for, for any reason
 * @param diskBytes that its files take, spare and retired ones included
 */
public record JournalCounters(long records, long bytes, long forces, long diskBytes) {}
