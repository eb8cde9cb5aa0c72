package io.synod.cli;

import java.io.PrintWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import picocli.CommandLine.ExitCode;

/**
 * A process that runs one replica or learner. On SIGTERM or Ctrl-C at any time it closes the
 * replica and ends with exit code 0, or with 1 if closing takes too long.
 */
final class ProcessLife {
  private static final long CLOSE_MILLIS_MAX = 1_700;

  /**
   * A started replica.
   *
   * @param closed completes when the replica has ended, exceptionally if it stopped by itself
   * @param close ends it
   */
  record Running(CompletableFuture<Void> closed, Runnable close) {}

  private final String what;
  private volatile Running running;
  private volatile boolean hasFailed;

  /**
   * @param what the name of the running thing, for messages
   */
  ProcessLife(String what) {
    this.what = what;
  }

  /** Starts a replica, blocks until it has ended, and returns the exit code. */
  int run(Supplier<Running> start, PrintWriter err) {
    Runtime.getRuntime().addShutdownHook(new Thread(this::onShutdown, "synod-shutdown"));
    try {
      running = start.get();
    } catch (RuntimeException cannotStart) {
      hasFailed = true;
      throw cannotStart;
    }
    try {
      running.closed().join();
      return ExitCode.OK;
    } catch (CompletionException stopped) {
      hasFailed = true;
      err.println("synod: the " + what + " stopped: " + stopped.getCause().getMessage());
      err.flush();
      return ExitCode.SOFTWARE;
    }
  }

  /** After a failure the exit code is already set. */
  private void onShutdown() {
    if (!hasFailed) {
      // A process that ended as requested has not failed; Java would end with 143.
      Runtime.getRuntime().halt(hasClosed() ? ExitCode.OK : ExitCode.SOFTWARE);
    }
  }

  private boolean hasClosed() {
    if (running == null) {
      // It is still starting and has not promised anything.
      return true;
    }
    Thread closing = new Thread(running.close(), "synod-closing");
    closing.setDaemon(true);
    closing.start();
    try {
      closing.join(CLOSE_MILLIS_MAX);
      return !closing.isAlive();
    } catch (InterruptedException urged) {
      return false;
    }
  }
}
