package io.synod.replica.assembly;

import io.synod.core.command.SkipEntry;
import io.synod.core.execution.ExceptionListener;
import io.synod.core.execution.Halt;
import io.synod.network.transport.LogLimit;
import io.synod.network.transport.ShownText;
import io.synod.service.ExecutionContext;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the exceptions that the service throws at requests, callbacks and queries, and logs a few
 * of each period: a flood of requests that fail must not fill the disk. Service thread, but for the
 * count.
 */
final class ServiceExceptions implements ExceptionListener {
  static final int LINES_MAX = 10;
  static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final String ANSWERED = "the client receives it as its answer and ";

  private static final String MEND = "Either mend the service and start all replicas again, or";
  private static final String FORGETS =
      "At this durability the cluster forgets its state if most replicas end, so do not end"
          + " them, but";

  // The message may quote a request.
  private static final int TEXT_CHARS_MAX = 300;

  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  private final String who;
  private final boolean keepsLog;
  private final LongSupplier nanoClock;
  private final LogLimit limit = new LogLimit(LINES_MAX, PERIOD_NANOS);
  private final AtomicLong count = new AtomicLong();

  /**
   * @param who logs: "replica 2" or "learner"
   * @param keepsLog whether the cluster knows what was decided when all replicas have ended
   */
  ServiceExceptions(String who, boolean keepsLog, LongSupplier nanoClock) {
    this.who = who;
    this.keepsLog = keepsLog;
    this.nanoClock = nanoClock;
  }

  /** Any thread. */
  long count() {
    return count.get();
  }

  @Override
  public void executeThrew(ExecutionContext request, String answer, Exception exception) {
    String leftOut = countAndAdmit();
    if (leftOut != null) {
      String place =
          "request %d of slot %d (session %x)"
              .formatted(request.indexInBatch(), request.slot(), request.session());
      log(place, answer, leftOut, ANSWERED, exception);
    }
  }

  @Override
  public void callbackThrew(
      String callback, ExecutionContext place, String text, Exception exception) {
    String leftOut = countAndAdmit();
    if (leftOut != null) {
      log("%s, slot %d".formatted(callback, place.slot()), text, leftOut, "", exception);
    }
  }

  @Override
  public void queryThrew(long executed, String answer, Exception exception) {
    String leftOut = countAndAdmit();
    if (leftOut != null) {
      String place = "a query after the slots before %d".formatted(executed);
      log(place, answer, leftOut, ANSWERED, exception);
    }
  }

  @Override
  public void halted(Halt halt) {
    count.lazySet(count.get() + 1);
    SkipEntry at = halt.request();
    LOG.error(
        "{}: the service threw {} at request {} of slot {} (session {}, sequence {}), and"
            + " service.on-exception = stop. It executes nothing more, and clients wait. {} skip"
            + " this request on all replicas: synod skip --config FILE --slot {} --request {}",
        who,
        ShownText.of(halt.exception(), TEXT_CHARS_MAX),
        at.index(),
        at.slot(),
        Long.toHexString(halt.session()),
        halt.sequence(),
        keepsLog ? MEND : FORGETS,
        at.slot(),
        at.index());
  }

  @Override
  public void restoredHalted(Halt halt) {
    SkipEntry at = halt.request();
    LOG.error(
        "{}: the snapshot that it was restored from was taken after the service had thrown {} at"
            + " request {} of slot {}. It waits there, also with another build of the service, until"
            + " this request is skipped on all replicas: synod skip --config FILE --slot {} --request"
            + " {}",
        who,
        ShownText.of(halt.exception(), TEXT_CHARS_MAX),
        at.index(),
        at.slot(),
        at.slot(),
        at.index());
  }

  @Override
  public void skipped(Halt halt) {
    SkipEntry at = halt.request();
    LOG.warn("{}: request {} of slot {} was skipped; goes on", who, at.index(), at.slot());
  }

  private String countAndAdmit() {
    count.lazySet(count.get() + 1);
    return limit.admit(nanoClock.getAsLong());
  }

  private void log(
      String place, String text, String leftOut, String answered, Exception exception) {
    LOG.warn(
        "{}: the service threw {} at {}; {}the replica goes on{}\n{}",
        who,
        ShownText.of(text, TEXT_CHARS_MAX),
        place,
        answered,
        leftOut,
        BoundedTrace.of(exception));
  }
}
