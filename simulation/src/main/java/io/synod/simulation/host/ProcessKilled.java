package io.synod.simulation.host;

/** Unwinds a sleeping thread whose process was killed. */
public final class ProcessKilled extends Error {
  private static final long serialVersionUID = 1;

  ProcessKilled() {
    super("the process was killed", null, false, false);
  }
}
