package io.synod.simulation.fault;

/**
 * The number and length of faults.
 *
 * @param durationNanos after which all temporary faults end
 * @param intervalNanos average time between two faults
 * @param lengthNanos of one fault, at most
 * @param crashes how many replicas may be killed for good; both quorums must stay alive
 * @param duels share of the faults that replace the leader while it still leads
 * @param remains share of the faults in which remains of an old view, process or write appear later
 * @param lasting the fault of one replica that lasts to the end; null for none
 */
public record FaultPlan(
    long durationNanos,
    long intervalNanos,
    long lengthNanos,
    int crashes,
    double duels,
    double remains,
    SurroundingsPlan surroundings,
    RestartPlan restarts,
    LastingKind lasting) {}
