package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Entry;
import io.synod.service.ServiceException;

/** The options of {@code SET key value} and {@code GETEX key}. */
final class SetOptions {
  private static final String EXPIRY_UNITS = "EX|PX|EXAT|PXAT";

  private boolean onlyIfAbsent;
  private boolean onlyIfPresent;
  private boolean answersOldValue;
  private boolean keepsExpiry;
  private long expiresAtMillis = Entry.NEVER;

  private SetOptions() {}

  static SetOptions read(Arguments arguments, long nowMillis) throws ServiceException {
    SetOptions options = new SetOptions();
    for (int i = 2; i < arguments.count(); i++) {
      if (options.takesFlag(arguments.word(i))) {
        continue;
      }
      if (options.hasExpiry()) {
        throw syntaxError();
      }
      options.readExpiry("set", arguments, i++, nowMillis);
    }
    return options;
  }

  /** For GETEX: one expiry time, PERSIST, or nothing. */
  static SetOptions readExpiry(Arguments arguments, long nowMillis) throws ServiceException {
    SetOptions options = new SetOptions();
    boolean persists = arguments.count() == 2 && arguments.word(1).equals("PERSIST");
    if (arguments.count() > 1 && !persists) {
      options.readExpiry("getex", arguments, 1, nowMillis);
      if (arguments.count() > 3) {
        throw syntaxError();
      }
    }
    return options;
  }

  private void readExpiry(String command, Arguments arguments, int at, long nowMillis)
      throws ServiceException {
    String unit = arguments.word(at);
    if (!unit.matches(EXPIRY_UNITS) || at + 1 == arguments.count()) {
      throw syntaxError();
    }
    expiresAtMillis =
        ExpiryCommands.futureMillis(command, unit, arguments.integer(at + 1), nowMillis);
  }

  /** Accepts a single word, unless it contradicts an earlier one. */
  private boolean takesFlag(String word) {
    return switch (word) {
      case "NX" -> onlyIfAbsent = !onlyIfPresent;
      case "XX" -> onlyIfPresent = !onlyIfAbsent;
      case "GET" -> answersOldValue = true;
      case "KEEPTTL" -> keepsExpiry = expiresAtMillis == Entry.NEVER;
      default -> false;
    };
  }

  private boolean hasExpiry() {
    return keepsExpiry || expiresAtMillis != Entry.NEVER;
  }

  /** Whether to set the value, depending on whether the key exists. */
  boolean meant(boolean exists) {
    return exists ? !onlyIfAbsent : !onlyIfPresent;
  }

  boolean answersOldValue() {
    return answersOldValue;
  }

  /** The expiry time of the new value, given the old entry or null. */
  long expiresAtMillis(Entry old) {
    return keepsExpiry && old != null ? old.expiresAtMillis() : expiresAtMillis;
  }

  static ServiceException syntaxError() {
    return new ServiceException("ERR syntax error");
  }
}
