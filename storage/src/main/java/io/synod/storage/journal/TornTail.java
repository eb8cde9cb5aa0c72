package io.synod.storage.journal;

/**
 * What was being written when the replica ended, none of it told to anyone: it is cut.
 *
 * @param file path of the segment
 * @param offset from here on nothing counts, in this segment and in those after it
 * @param bytes from there to the last byte that was written, without the headers of segments
 */
public record TornTail(String file, long offset, long bytes) {}
