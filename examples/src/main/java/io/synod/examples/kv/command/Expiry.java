package io.synod.examples.kv.command;

import io.synod.service.ServiceException;

/** Expiry times as commands give them: relative or absolute, in seconds or milliseconds. */
final class Expiry {
  private static final long MILLIS_PER_SECOND = 1000;

  private Expiry() {}

  /**
   * The leader time at which a key expires.
   *
   * @param unit EX or PX from now, EXAT or PXAT since the epoch
   * @throws ServiceException if the time is not positive or out of range
   */
  static long millis(String command, String unit, long amount, long nowMillis)
      throws ServiceException {
    if (amount <= 0) {
      throw invalid(command);
    }
    return absolute(command, unit, amount, nowMillis);
  }

  /** As {@link #millis}, but the time may lie in the past. */
  static long absolute(String command, String unit, long amount, long nowMillis)
      throws ServiceException {
    try {
      long millis = unit.startsWith("EX") ? Math.multiplyExact(amount, MILLIS_PER_SECOND) : amount;
      long at = unit.endsWith("AT") ? millis : Math.addExact(nowMillis, millis);
      if (at == Long.MAX_VALUE) {
        throw invalid(command);
      }
      return at;
    } catch (ArithmeticException outOfRange) {
      throw invalid(command);
    }
  }

  private static ServiceException invalid(String command) {
    return new ServiceException("ERR invalid expire time in '%s' command".formatted(command));
  }
}
