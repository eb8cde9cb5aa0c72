package io.synod.storage.journal;

/**
 * Counts of the journal's work since it was opened, and its size.
 *
 * @param records that were written
 * @param bytes that those took
 * @param commits that wrote something; each waited for the disk once, or once for each segment
 * @param forces how often the disk was waited for, for any reason
 * @param recordsPerCommitMax records of the largest commit
 * @param segments files, the spare one included, those that are retired not
 * @param diskBytes that the files take
 * @param repaired damaged places that were written anew
 */
public record JournalCounters(
    long records,
    long bytes,
    long commits,
    long forces,
    long recordsPerCommitMax,
    int segments,
    long diskBytes,
    long repaired) {}
