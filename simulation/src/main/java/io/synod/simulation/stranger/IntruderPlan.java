package io.synod.simulation.stranger;

/**
 * A stranger that knows the protocol.
 *
 * @param replica on whose machine it runs; negative for one of its own
 */
public record IntruderPlan(StrangersPlan connections, int replica) {}
