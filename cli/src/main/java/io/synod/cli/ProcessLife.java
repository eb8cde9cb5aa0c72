package io.synod.cli;

import java.io.PrintWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import picocli.CommandLine.ExitCode;

/**
 * A process that runs one replica, learner, backup or subscription. On SIGTERM or Ctrl-C at any
 * time it closes that. The exit code is 0 if it ran to be ended so; 143 or 130, as Java has it, if
 * it was to do something and has not; 1 if closing fails or takes too long.
 */
final class ProcessLife {
  // A leader takes a second of it at most to transfer its leadership. Tests whose claim is not how
  // long it takes have more, for a machine that stands still.
  private static final long CLOSE_MILLIS_MAX = Long.getLong("synod.process.close-millis", 1_700);

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

  // Not an exit code: it is left to Java, which knows the signal.
  private static final int INTERRUPTED = -1;

  private final String what;

  // What is left of something that was not done; null of what serves.
  private final Supplier<String> remains;
  private volatile Running running;

  // The exit code, once it is known and the reason for it is shown.
  private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();

  private ProcessLife(String what, Supplier<String> remains) {
    this.what = what;
    this.remains = remains;
  }

  /**
   * Of a replica or learner: ended while it starts, it has not failed.
   *
   * @param what its name, for messages
   */
  static ProcessLife serving(String what) {
    return new ProcessLife(what, null);
  }

  /**
   * Of something that is to be done: ended before it is done, it was interrupted.
   *
   * @param what its name, for messages
   * @param remains what it leaves then and what to do, for a message
   */
  static ProcessLife doing(String what, Supplier<String> remains) {
    return new ProcessLife(what, remains);
  }

  /** Starts a replica, blocks until it has ended, and returns the exit code. */
  int run(Supplier<Running> start, PrintWriter err) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> onShutdown(err), "synod-shutdown"));
    try {
      running = start.get();
    } catch (RuntimeException | Error cannotStart) {
      exitCode.complete(ExitCode.SOFTWARE);
      throw cannotStart;
    }
    int code = awaitEnd(err);
    exitCode.complete(code);
    return code;
  }

  private int awaitEnd(PrintWriter err) {
    try {
      running.closed().join();
      return ExitCode.OK;
    } catch (CompletionException stopped) {
      err.println("synod: the " + what + " stopped: " + Errors.inWords(stopped.getCause()));
      err.flush();
      return ExitCode.SOFTWARE;
    }
  }

  private void onShutdown(PrintWriter err) {
    if (exitCode.isDone()) {
      return;
    }
    int code = running == null ? interrupted(err) : close(err);
    if (code != INTERRUPTED) {
      // A process that ended as requested has not failed; Java would end with 143.
      Runtime.getRuntime().halt(code);
    }
  }

  /** Says what is left of what has ended before it was done. */
  private int interrupted(PrintWriter err) {
    if (remains == null) {
      return ExitCode.OK;
    }
    err.println("synod: interrupted: " + remains.get());
    err.flush();
    return INTERRUPTED;
  }

  private int late(PrintWriter err) {
    err.println(
        "synod: the %s has not closed within %d ms: its process ends without that"
            .formatted(what, CLOSE_MILLIS_MAX));
    err.flush();
    return ExitCode.SOFTWARE;
  }

  private int close(PrintWriter err) {
    Thread closing = new Thread(running.close(), "synod-closing");
    closing.setDaemon(true);
    closing.start();
    long begun = System.nanoTime();
    try {
      closing.join(CLOSE_MILLIS_MAX);
      if (closing.isAlive()) {
        return late(err);
      }
      long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
      int code = exitCode.get(CLOSE_MILLIS_MAX - waited, TimeUnit.MILLISECONDS);
      return code == ExitCode.OK && !running.isWhole().getAsBoolean() ? interrupted(err) : code;
    } catch (InterruptedException | ExecutionException | TimeoutException notInTime) {
      return late(err);
    }
  }
}
