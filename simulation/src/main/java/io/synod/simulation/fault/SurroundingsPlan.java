package io.synod.simulation.fault;

/**
 * How much goes wrong around the replicas: wires, disks and clocks that are there but bad.
 *
 * @param share of the faults that are of this kind, 0 to 1
 * @param clocksJump whether wall clocks are set while replicas run
 */
public record SurroundingsPlan(double share, boolean clocksJump) {}
