package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Entry;
import io.synod.service.ServiceException;
import java.util.HashSet;
import java.util.Set;

/** The options of {@code SET key value} and {@code GETEX key}. */
final class SetOptions {
  private static final Set<String> UNITS = Set.of("EX", "PX", "EXAT", "PXAT");

  private final String command;
  private final Set<String> words = new HashSet<>();
  // One of the units, KEEPTTL or PERSIST; null without any.
  private String expiry;
  private byte[] amount;

  static SetOptions ofSet(Arguments arguments) throws ServiceException {
    SetOptions options = new SetOptions("set", arguments, 2, Set.of("NX", "XX", "GET"), "KEEPTTL");
    if (options.has("NX") && options.has("XX")) {
      throw syntaxError();
    }
    return options;
  }

  static SetOptions ofGetex(Arguments arguments) throws ServiceException {
    return new SetOptions("getex", arguments, 1, Set.of(), "PERSIST");
  }

  /** Reads the words alone: a wrong time is the later error, as in Redis. */
  private SetOptions(
      String command, Arguments arguments, int first, Set<String> flags, String withoutTime)
      throws ServiceException {
    this.command = command;
    for (int i = first; i < arguments.count(); i++) {
      String word = arguments.word(i);
      words.add(word);
      if (flags.contains(word)) {
        continue;
      }
      boolean timed = UNITS.contains(word) && i + 1 < arguments.count();
      boolean contradicts = expiry != null && !expiry.equals(word);
      if (contradicts || !(timed || word.equals(withoutTime))) {
        throw syntaxError();
      }
      expiry = word;
      amount = timed ? arguments.bytes(++i) : null;
    }
  }

  boolean has(String word) {
    return words.contains(word);
  }

  /**
   * The expiry time that the options give.
   *
   * @throws ServiceException if it is not positive, or no number
   */
  long expiresAtMillis(long nowMillis) throws ServiceException {
    return amount == null
        ? Entry.NEVER
        : ExpiryCommands.futureMillis(command, expiry, Integers.parse(amount), nowMillis);
  }

  static ServiceException syntaxError() {
    return new ServiceException("ERR syntax error");
  }
}
