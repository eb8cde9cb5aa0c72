package io.synod.replica.assembly;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops a replica or a learner once: because its embedder closes it, or because a part of it
 * failed. Any thread.
 */
final class Shutdown {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  private final Machine machine;
  private final String who;
  private final String thread;
  private final Supplier<List<Runnable>> parts;
  private final AtomicBoolean begun = new AtomicBoolean();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  // One for all callers, because each copy is kept until the end.
  private final CompletableFuture<Void> closedCopy = closed.copy();

  /**
   * @param who stops, for log lines: "replica 2" or "learner"
   * @param thread name of the one on which it ends after a failure
   * @param parts end one after the other, each whatever has become of those before it; asked for
   *     once
   */
  Shutdown(Machine machine, String who, String thread, Supplier<List<Runnable>> parts) {
    this.machine = machine;
    this.who = who;
    this.thread = thread;
    this.parts = parts;
  }

  /** Ends everything, once; others wait for it. */
  void close() {
    if (!begun.compareAndSet(false, true)) {
      closedCopy.handle((done, failed) -> null).join();
      return;
    }
    Throwable bug = null;
    boolean interrupted = false;
    for (Runnable part : parts.get()) {
      // To an interrupted thread a file channel closes itself, and the disk seems to have failed.
      interrupted |= Thread.interrupted();
      bug = end(part, bug);
    }
    if (bug == null) {
      LOG.info("{}: stopped", who);
    } else {
      LOG.error("{}: could not stop all of its parts; some threads may still run", who, bug);
      failure.compareAndSet(null, bug);
    }
    Throwable reason = failure.get();
    if (reason == null) {
      closed.complete(null);
    } else {
      closed.completeExceptionally(reason);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the first failure, with those after it. */
  private static Throwable end(Runnable part, Throwable first) {
    try {
      part.run();
      return first;
    } catch (RuntimeException | Error bug) {
      if (first == null) {
        return bug;
      }
      if (bug != first) {
        first.addSuppressed(bug);
      }
      return first;
    }
  }

  /** Whether it stops, or has stopped. */
  boolean hasBegun() {
    return begun.get();
  }

  /** Called on any of the threads that end with it, none of which can wait for its own end. */
  void fail(Throwable reason) {
    if (failure.compareAndSet(null, reason)) {
      try {
        // A reason for operators has no stack trace, and would only repeat its message.
        boolean hasTrace = reason.getStackTrace().length > 0;
        LOG.error("{} stops by itself: {}", who, reason.getMessage(), hasTrace ? reason : null);
      } finally {
        closeApart();
      }
    }
  }

  /** Without a thread for it, a caller that waits learns that, and can end the process. */
  private void closeApart() {
    try {
      machine.runApart(thread, this::close);
    } catch (RuntimeException | Error noThread) {
      failure.compareAndSet(null, noThread);
      closed.completeExceptionally(failure.get());
      throw noThread;
    }
  }

  /**
   * What stops is not needed any more, which is no failure. Called on any of the threads that end
   * with it.
   *
   * @param reason as a clause
   */
  void leave(String reason) {
    LOG.info("{} ends: {}", who, reason);
    closeApart();
  }

  /** Ends the last of the parts, storage, whose disk may hang or fail. */
  void end(Closeable storage) {
    machine.runWatched(
        () -> {
          try {
            storage.close();
          } catch (IOException | RuntimeException notSafe) {
            lost(notSafe);
          }
        });
  }

  private void lost(Exception notSafe) {
    LOG.error(
        "{}: could not close its storage: {}; the last records may not be on disk; the next start"
            + " checks them",
        who,
        notSafe.getMessage());
    failure.compareAndSet(null, notSafe);
  }

  /**
   * Completes at the end: exceptionally if something has failed, with the first reason; before the
   * end if there was no thread on which to end. A caller that completes it ends nothing, and
   * misleads the others.
   */
  CompletableFuture<Void> closed() {
    return closedCopy;
  }
}
