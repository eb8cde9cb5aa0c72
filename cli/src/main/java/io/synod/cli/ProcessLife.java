package io.synod.cli;

import java.io.PrintWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import picocli.CommandLine.ExitCode;

/**
 * A process that runs one replica, learner or backup. On SIGTERM or Ctrl-C at any time it closes
 * the replica and ends with exit code 0, or with 1 if closing takes too long.
 */
final class ProcessLife {
  // A leader takes a second of it at most to transfer its leadership.
  private static final long CLOSE_MILLIS_MAX = 1_700;

  /**
   * A started replica.
   *
   * @param closed completes when the replica has ended, exceptionally if it stopped by itself
   * @param close ends it
   * @param isWhole whether what it was started for is done once it is closed
   */
  record Running(CompletableFuture<Void> closed, Runnable close, BooleanSupplier isWhole) {

    /** Of one that serves for as long as it runs. */
    Running(CompletableFuture<Void> closed, Runnable close) {
      this(closed, close, () -> true);
    }
  }

  private final String what;
  private volatile Running running;

  // Whether the exit code is set.
  private volatile boolean isOver;

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
    } catch (RuntimeException | Error cannotStart) {
      isOver = true;
      throw cannotStart;
    }
    try {
      running.closed().join();
      isOver = true;
      return ExitCode.OK;
    } catch (CompletionException stopped) {
      isOver = true;
      err.println("synod: the " + what + " stopped: " + stopped.getCause().getMessage());
      err.flush();
      return ExitCode.SOFTWARE;
    }
  }

  private void onShutdown() {
    if (!isOver) {
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
      return !closing.isAlive() && running.isWhole().getAsBoolean();
    } catch (InterruptedException urged) {
      return false;
    }
  }
}
