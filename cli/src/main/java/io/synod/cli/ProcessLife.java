package io.synod.cli;

import java.io.PrintWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import picocli.CommandLine.ExitCode;

/**
 * The time between the start of a replica and the end of its process. On SIGTERM and Ctrl-C the
 * replica is closed and the process ends with 0, or with 1 if closing takes too long.
 */
final class ProcessLife {
  private static final long CLOSE_MILLIS_MAX = 1_700;

  private final CompletableFuture<Void> closed;
  private final Runnable close;
  private volatile boolean hasFailed;

  /**
   * @param closed completes when the replica has ended, exceptionally if it did by itself
   * @param close ends the replica
   */
  ProcessLife(CompletableFuture<Void> closed, Runnable close) {
    this.closed = closed;
    this.close = close;
  }

  /** Blocks until the replica has ended, and gives the exit code. */
  int await(PrintWriter err) {
    Runtime.getRuntime().addShutdownHook(new Thread(this::onShutdown, "synod-shutdown"));
    try {
      closed.join();
      return ExitCode.OK;
    } catch (CompletionException stopped) {
      hasFailed = true;
      err.println("synod: the replica stopped: " + stopped.getCause().getMessage());
      err.flush();
      return ExitCode.SOFTWARE;
    }
  }

  /** After a failure the exit code stands already. */
  private void onShutdown() {
    if (!hasFailed) {
      // A process that was asked to end and did has not failed; Java would end with 143.
      Runtime.getRuntime().halt(hasClosed() ? ExitCode.OK : ExitCode.SOFTWARE);
    }
  }

  private boolean hasClosed() {
    Thread closing = new Thread(close, "synod-closing");
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
