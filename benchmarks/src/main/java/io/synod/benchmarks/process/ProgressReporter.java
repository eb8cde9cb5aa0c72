package io.synod.benchmarks.process;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.process.Child;
import io.synod.process.Lifeline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Reports a server's progress to its parent. The parent writes a slot to standard input. The server
 * prints its status at once, and the time when all slots before that one are executed. Owns a
 * thread, which processes one slot after the other.
 */
final class ProgressReporter {
  private static final long POLL_MILLIS = 1;

  private final BlockingQueue<Long> slots = new LinkedBlockingQueue<>();

  /** Reads from the parent of this process; reports nothing before {@link #start}. */
  static ProgressReporter hold() {
    ProgressReporter reporter = new ProgressReporter();
    Lifeline.listen(line -> reporter.slots.add(Long.parseLong(line)));
    return reporter;
  }

  /**
   * @param status a JSON object in one line, which contains the executed slot
   */
  void start(Supplier<String> status) {
    Thread thread = new Thread(() -> report(status), "progress");
    thread.setDaemon(true);
    thread.start();
  }

  private void report(Supplier<String> status) {
    try {
      while (true) {
        long slot = slots.take();
        String now = status.get();
        Child.say(ChildLines.STATUS + now);
        while (executed(now) < slot) {
          TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
          now = status.get();
        }
        Child.say(ChildLines.EXECUTED + System.currentTimeMillis());
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  private static long executed(String status) {
    try {
      return ClusterStatus.number(JSON.std.mapFrom(status), "executed");
    } catch (IOException bug) {
      throw new UncheckedIOException("a status is no JSON: " + status, bug);
    }
  }
}
