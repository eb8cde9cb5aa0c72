package io.synod.simulation.node;

/**
 * How long a replica's own work takes; each time is drawn anew, up to these.
 *
 * @param handOverNanos from one thread to the next
 * @param diskNanos a write to the journal; 0 for one that never waits
 * @param serviceNanos executing a batch
 * @param snapshotNanos writing or reading a snapshot or a part of one
 */
public record Pace(long handOverNanos, long diskNanos, long serviceNanos, long snapshotNanos) {}
