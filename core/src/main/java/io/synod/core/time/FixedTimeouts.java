package io.synod.core.time;

/** Timeouts that stay as they are. */
public record FixedTimeouts(long electionNanos, long retransmitNanos, long catchUpNanos)
    implements Timeouts {}
