package io.synod.simulation.disk;

/**
 * A fault that has struck a disk or is armed.
 *
 * @param detail describes it for people
 * @param lengthNanos when it is to be ended; 0 if it needs no end
 * @param end ends it, also after crashes: disarms a fault that has not struck, and frees occupied
 *     space. Once.
 */
public record DiskStrike(DiskFault fault, String detail, long lengthNanos, Runnable end) {}
