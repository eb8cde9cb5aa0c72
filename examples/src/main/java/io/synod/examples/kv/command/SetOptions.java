package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Entry;
import io.synod.service.ServiceException;

/** The options of {@code SET key value}. */
final class SetOptions {
  private static final int FIRST_OPTION = 2;

  private boolean onlyIfAbsent;
  private boolean onlyIfPresent;
  private boolean answersOldValue;
  private boolean keepsExpiry;
  private long expiresAtMillis = Entry.NEVER;

  private SetOptions() {}

  static SetOptions read(Arguments arguments, long nowMillis) throws ServiceException {
    SetOptions options = new SetOptions();
    for (int i = FIRST_OPTION; i < arguments.count(); i++) {
      String word = arguments.word(i);
      if (options.takesFlag(word)) {
        continue;
      }
      boolean expiry = word.matches("EX|PX|EXAT|PXAT");
      if (!expiry || i + 1 == arguments.count() || options.hasExpiry()) {
        throw syntaxError();
      }
      options.expiresAtMillis = Expiry.millis("set", word, arguments.integer(++i), nowMillis);
    }
    return options;
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
