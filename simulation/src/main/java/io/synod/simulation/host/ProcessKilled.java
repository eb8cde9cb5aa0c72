package io.synod.simulation.host;

/** Unwinds a thread that slept when its process was killed: it does nothing more. */
public final class ProcessKilled extends Error {
  private static final long serialVersionUID = 1;

  ProcessKilled() {
    super("the process was killed", null, false, false);
  }
}
