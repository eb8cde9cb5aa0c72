package io.synod.storage.journal;

/**
 * Records that were being written when the replica ended. No message depended on them, so they are
 * cut.
 *
 * @param file path of the segment
 * @param offset from here on nothing counts, in this segment and in those after it
 * @param bytes from there to the end of the last record, without the headers of segments
 */
public record TornTail(String file, long offset, long bytes) {}
