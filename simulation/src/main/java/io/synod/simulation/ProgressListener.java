package io.synod.simulation;

/** Is told of each seed when it is done; on the thread that runs them. */
public interface ProgressListener {
  void seedDone(SeedResult result);
}
