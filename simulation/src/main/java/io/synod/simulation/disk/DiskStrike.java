package io.synod.simulation.disk;

/**
 * A fault that was done to a disk, or waits for its call.
 *
 * @param detail what exactly, for people
 * @param lengthNanos when it is to be ended; 0 if there is nothing to end
 * @param end ends it, over crashes too: the fault that has not struck yet does not, and space that
 *     was taken is given back. Once.
 */
public record DiskStrike(DiskFault fault, String detail, long lengthNanos, Runnable end) {}
