package io.synod.simulation.explore;

/** Receives the progress of an exploration, on its thread. */
public interface ExplorationListener {
  void reached(ExplorationProgress progress);
}
