package io.synod.simulation;

/** Called after each seed, on the thread that runs the seeds. */
public interface ProgressListener {
  void seedDone(SeedResult result);
}
