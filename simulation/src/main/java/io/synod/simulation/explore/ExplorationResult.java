package io.synod.simulation.explore;

/**
 * How an exploration has ended.
 *
 * @param exhausted whether every state within the bound was visited
 * @param violation what is wrong and the shortest way there, in lines; null if nothing was found
 */
public record ExplorationResult(
    Bound bound, ExplorationProgress progress, boolean exhausted, String violation) {}
