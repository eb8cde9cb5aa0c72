package io.synod.simulation.fault;

/**
 * The faults in the surroundings of the replicas: degraded wires, disks and clocks.
 *
 * @param share of the faults that are of this kind, 0 to 1
 * @param clocksJump whether wall clocks are set while replicas run
 */
public record SurroundingsPlan(double share, boolean clocksJump) {}
