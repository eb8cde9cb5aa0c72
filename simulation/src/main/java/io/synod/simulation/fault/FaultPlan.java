package io.synod.simulation.fault;

/**
 * How much goes wrong.
 *
 * @param durationNanos after this everything that can be mended is
 * @param intervalNanos from one fault to the next, on average
 * @param lengthNanos of one fault, at most
 * @param crashes how many replicas may be killed for good; must leave both quorums alive
 * @param duels share of the faults that make others take the leader's place while it leads
 * @param remains share of the faults in which what is left of a view, a life or a write meets what
 *     came after
 */
public record FaultPlan(
    long durationNanos,
    long intervalNanos,
    long lengthNanos,
    int crashes,
    double duels,
    double remains,
    SurroundingsPlan surroundings,
    RestartPlan restarts) {}
