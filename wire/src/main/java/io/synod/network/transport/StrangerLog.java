package io.synod.network.transport;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * Logs why connections of unknown senders ended: at most ten lines in ten seconds, and one in ten
 * minutes of a wrong port, so that they cannot fill the log. Any thread.
 */
public final class StrangerLog {
  private static final int LINES_MAX = 10;
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

  // A process that has the wrong port tries it for as long as it runs.
  private static final long WRONG_PORT_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final Logger log;
  private final String who;
  private final LongSupplier nanoClock;
  private final LogLimit limit = new LogLimit(LINES_MAX, PERIOD_NANOS);
  private final LogLimit wrongPorts = new LogLimit(1, WRONG_PORT_NANOS);

  /**
   * @param who the owner of the port, with which each line begins
   */
  public StrangerLog(Logger log, String who, LongSupplier nanoClock) {
    this.log = log;
    this.who = who;
    this.nanoClock = nanoClock;
  }

  /**
   * @param connection in words, with where it came from
   */
  public void ended(String connection, String reason) {
    String leftOut = limit.admit(nanoClock.getAsLong());
    if (leftOut != null) {
      log.warn("{}: {} ended: {}{}", who, connection, reason, leftOut);
    }
  }

  /** It was refused because it belongs to the owner's other port. Once in ten minutes. */
  public void wrongPort(String connection, String refusal) {
    String leftOut = wrongPorts.admit(nanoClock.getAsLong());
    if (leftOut != null) {
      log.warn("{}: {} was refused: {}{}", who, connection, refusal, leftOut);
    }
  }

  /** The other side has gone without a word, as clients do. */
  public void gone(String connection, String reason) {
    log.debug("{}: {} ended: {}", who, connection, reason);
  }

  /** It ends because of a bug. */
  public void failed(String connection, Throwable bug) {
    String leftOut = limit.admit(nanoClock.getAsLong());
    if (leftOut != null) {
      log.error(
          "{}: {} failed because of a bug and is closed; all others go on; please report it{}",
          who,
          connection,
          leftOut,
          bug);
    }
  }
}
