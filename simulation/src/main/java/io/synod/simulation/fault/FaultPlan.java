package io.synod.simulation.fault;

/**
 * How much goes wrong.
 *
 * @param durationNanos after this everything that can be mended is
 * @param intervalNanos from one fault to the next, on average
 * @param lengthNanos of one fault, at most
 * @param crashes how many replicas may be killed; must leave both quorums alive
 */
public record FaultPlan(long durationNanos, long intervalNanos, long lengthNanos, int crashes) {}
