package io.synod.simulation.explore;

/** Is told how far an exploration is, on its thread. */
public interface ExplorationListener {
  void reached(ExplorationProgress progress);
}
