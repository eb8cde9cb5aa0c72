package io.synod.client;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** How long an operator's request may still take, and what it waits for. Of one request. */
final class AdminWait {
  private static final Duration ANSWER = Duration.ofSeconds(2);
  private static final Duration SHORTEST_ANSWER = Duration.ofMillis(200);
  private static final long POLL_MILLIS = 60;

  // Reasons that take turns are few; those with figures in them differ each time.
  private static final int REASONS_MAX = 16;

  private final OperatorPort port;
  private final Consumer<String> progress;
  private final Duration timeout;
  private final long begin;
  private final long timeoutNanos;
  private final Set<String> said = new HashSet<>();

  // Requests for a change that may have been sent, without those that were refused.
  private int requests;

  /**
   * @param progress is given what is waited for, each reason once
   */
  AdminWait(OperatorPort port, Consumer<String> progress, Duration timeout) {
    this.port = port;
    this.progress = progress;
    this.timeout = timeout;
    this.timeoutNanos = TimeUnit.NANOSECONDS.convert(timeout);
    this.begin = port.nanoTime();
  }

  /** For an answer of one replica; also of the last ones, whose failures are the reason then. */
  Duration answer() {
    long leftNanos = timeoutNanos - elapsedNanos();
    return Duration.ofNanos(
        Math.max(SHORTEST_ANSWER.toNanos(), Math.min(leftNanos, ANSWER.toNanos())));
  }

  /** A request for a change goes to the leader: from now on it may be executed. */
  void onRequest() {
    requests++;
  }

  /** The leader has refused the last request. */
  void onRefusal() {
    requests--;
  }

  /**
   * Waits a little for an answer of the leader.
   *
   * @param before what it answered the last time; null if this is the first
   * @throws AdminException if the time is over; names {@code before} too
   */
  void pauseForAnswer(String what, String before) throws AdminException, InterruptedException {
    boolean isOver = elapsedNanos() >= timeoutNanos;
    pause(isOver && before != null ? what + "; before, it said: " + before : what);
  }

  long elapsedNanos() {
    return port.nanoTime() - begin;
  }

  /**
   * Waits a little.
   *
   * @param what is waited for, as the end of a sentence
   * @throws AdminException if the time is over
   */
  void pause(String what) throws AdminException, InterruptedException {
    if (said.size() == REASONS_MAX) {
      said.clear();
    }
    // Some take turns, while a leader is asked again.
    if (said.add(what)) {
      progress.accept(what);
    }
    if (elapsedNanos() >= timeoutNanos) {
      String outcome =
          requests > 0
              ? "It may yet be done: ask again, which is safe, and give it more time"
              : "Nothing was changed: ask again, or give it more time";
      throw new AdminException(
          "not done after %d ms, still waiting for this: %s. %s"
              .formatted(timeout.toMillis(), what, outcome));
    }
    port.pause(POLL_MILLIS);
  }
}
