package io.synod.simulation.explore;

/**
 * The progress of an exploration.
 *
 * @param states of the cluster, distinct
 * @param transitions that were followed from them
 * @param depth number of choices from the first state; all states of smaller depth are checked
 * @param frontier states of that depth
 * @param replicaStates of any replica, distinct
 * @param steps of real replicas: one for each of their states and each event
 */
public record ExplorationProgress(
    long states,
    long transitions,
    int depth,
    int frontier,
    int replicaStates,
    int steps,
    long elapsedNanos) {}
