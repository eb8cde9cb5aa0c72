package io.synod.simulation.stranger;

/**
 * Processes that connect to the replicas' ports without being a client or a replica.
 *
 * @param count number of them; each has one machine
 * @param connections of each, at most, at a time
 * @param pauseNanos from the end of one connection to the next, at most
 * @param intervalNanos from one frame to the next, at most
 */
public record StrangersPlan(int count, int connections, long pauseNanos, long intervalNanos) {}
