package io.synod.benchmarks.process;

import java.io.IOException;

/** Ties a child to its parent: it ends when its standard input does, even after a SIGKILL. */
public final class Lifeline {
  private static final int ORPHANED = 3;

  private Lifeline() {}

  public static void hold() {
    Thread thread = new Thread(Lifeline::watch, "lifeline");
    thread.setDaemon(true);
    thread.start();
  }

  private static void watch() {
    try {
      while (System.in.read() >= 0) {
        // The parent says nothing; only the end counts.
      }
    } catch (IOException broken) {
      System.err.println("the pipe to the parent is broken: " + broken.getMessage());
    }
    Runtime.getRuntime().halt(ORPHANED);
  }
}
