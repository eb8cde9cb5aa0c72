package io.synod.benchmarks.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Ties a child to its parent: it ends when its standard input does, even after a SIGKILL. */
public final class Lifeline {
  private static final int ORPHANED = 3;

  private Lifeline() {}

  /** What the parent says does not count, only that it is there. */
  public static void hold() {
    hold(line -> {});
  }

  /**
   * @param heard gets what the parent says, a line each, on a thread that it must not keep
   */
  static void hold(Consumer<String> heard) {
    Thread thread = new Thread(() -> watch(heard), "lifeline");
    thread.setDaemon(true);
    thread.start();
  }

  private static void watch(Consumer<String> heard) {
    BufferedReader parent =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      for (String line = parent.readLine(); line != null; line = parent.readLine()) {
        heard.accept(line);
      }
    } catch (IOException broken) {
      System.err.println("the pipe to the parent is broken: " + broken.getMessage());
    }
    Runtime.getRuntime().halt(ORPHANED);
  }
}
