package io.synod.replica;

import io.synod.core.execution.ExceptionListener;
import io.synod.service.ExecutionContext;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the exceptions that the service throws at requests and queries, and logs a few of each
 * period: a flood of requests that fail must not fill the disk. Service thread, but for the count.
 */
final class ServiceExceptions implements ExceptionListener {
  static final int LINES_MAX = 10;
  static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  private final String who;
  private final LongSupplier nanoClock;
  private final AtomicLong count = new AtomicLong();
  private long periodBeganNanos;
  private int lines = LINES_MAX;
  private long leftOut;

  /**
   * @param who logs: "replica 2" or "learner"
   */
  ServiceExceptions(String who, LongSupplier nanoClock) {
    this.who = who;
    this.nanoClock = nanoClock;
    periodBeganNanos = nanoClock.getAsLong() - PERIOD_NANOS;
  }

  /** Any thread. */
  long count() {
    return count.get();
  }

  @Override
  public void executeThrew(ExecutionContext request, String answer, Exception exception) {
    if (mayLog()) {
      log(
          "request %d of slot %d (session %x)"
              .formatted(request.indexInBatch(), request.slot(), request.session()),
          answer,
          exception);
    }
  }

  @Override
  public void queryThrew(long executed, String answer, Exception exception) {
    if (mayLog()) {
      log("a query after the slots before %d".formatted(executed), answer, exception);
    }
  }

  private boolean mayLog() {
    count.lazySet(count.get() + 1);
    long now = nanoClock.getAsLong();
    if (now - periodBeganNanos >= PERIOD_NANOS) {
      periodBeganNanos = now;
      lines = 0;
    }
    if (lines == LINES_MAX) {
      leftOut++;
      return false;
    }
    lines++;
    return true;
  }

  private void log(String at, String answer, Exception exception) {
    String line =
        "%s: the service threw %s at %s; the client receives this as its answer%s%s"
            .formatted(
                who,
                answer,
                at,
                leftOut == 0 ? "" : "; %d exceptions before it are not logged".formatted(leftOut),
                lines < LINES_MAX
                    ? ""
                    : "; for up to %d s further ones are only counted (serviceExceptions of the status)"
                        .formatted(TimeUnit.NANOSECONDS.toSeconds(PERIOD_NANOS)));
    leftOut = 0;
    try {
      LOG.warn(line, exception);
    } catch (RuntimeException unprintable) {
      // The service's own code gives the trace its messages, and may throw while it does.
      LOG.warn(line);
    }
  }
}
