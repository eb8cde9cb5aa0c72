package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Entry;
import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ServiceException;
import java.util.function.LongUnaryOperator;

/** Commands on the time to live. */
final class ExpiryCommands {
  private static final long NO_KEY = -2;
  private static final long NO_EXPIRY = -1;
  private static final int FIRST_OPTION = 2;

  private ExpiryCommands() {}

  /** EXPIRE and its like; {@code unit} as in {@link Expiry}. */
  static Handler expire(String command, String unit) {
    return (keyspace, arguments, answer) -> {
      long amount = arguments.integer(1);
      long at = Expiry.absolute(command, unit, amount, keyspace.nowMillis());
      Conditions conditions = Conditions.read(arguments);
      Entry entry = keyspace.find(arguments.bytes(0));
      boolean meant = entry != null && conditions.allow(entry.expiresAtMillis(), at);
      if (meant) {
        setExpiry(keyspace, entry, at);
      }
      answer.flag(meant);
    };
  }

  /** Sets when an existing key expires; a time that has passed removes it. */
  static void setExpiry(Keyspace keyspace, Entry entry, long atMillis) {
    if (atMillis <= keyspace.nowMillis()) {
      keyspace.remove(entry.key().bytes());
    } else {
      keyspace.put(entry.key().bytes(), entry.value(), atMillis);
    }
  }

  static void persist(Keyspace keyspace, Arguments arguments, Resp answer) {
    Entry entry = keyspace.find(arguments.bytes(0));
    boolean meant = entry != null && entry.expires();
    if (meant) {
      setExpiry(keyspace, entry, Entry.NEVER);
    }
    answer.flag(meant);
  }

  /** TTL and PTTL. */
  static Handler timeToLive(LongUnaryOperator unit) {
    return (keyspace, arguments, answer) -> {
      long at = expiry(keyspace, arguments);
      answer.integer(at < 0 ? at : unit.applyAsLong(at - keyspace.nowMillis()));
    };
  }

  /** EXPIRETIME and PEXPIRETIME. */
  static Handler expiryTime(LongUnaryOperator unit) {
    return (keyspace, arguments, answer) -> {
      long at = expiry(keyspace, arguments);
      answer.integer(at < 0 ? at : unit.applyAsLong(at));
    };
  }

  static long seconds(long millis) {
    return (millis + 500) / 1000;
  }

  private static long expiry(Keyspace keyspace, Arguments arguments) {
    Entry entry = keyspace.find(arguments.bytes(0));
    if (entry == null) {
      return NO_KEY;
    }
    return entry.expires() ? entry.expiresAtMillis() : NO_EXPIRY;
  }

  /** NX, XX, GT and LT of EXPIRE; a key without an expiry counts as one that expires last. */
  private record Conditions(boolean absent, boolean present, boolean greater, boolean less) {

    static Conditions read(Arguments arguments) throws ServiceException {
      boolean absent = false;
      boolean present = false;
      boolean greater = false;
      boolean less = false;
      for (int i = FIRST_OPTION; i < arguments.count(); i++) {
        switch (arguments.word(i)) {
          case "NX" -> absent = true;
          case "XX" -> present = true;
          case "GT" -> greater = true;
          case "LT" -> less = true;
          default -> throw new ServiceException("ERR Unsupported option " + arguments.text(i));
        }
      }
      if (absent && (present || greater || less)) {
        throw new ServiceException(
            "ERR NX and XX, GT or LT options at the same time are not compatible");
      }
      if (greater && less) {
        throw new ServiceException("ERR GT and LT options at the same time are not compatible");
      }
      return new Conditions(absent, present, greater, less);
    }

    boolean allow(long oldMillis, long newMillis) {
      boolean expires = oldMillis != Entry.NEVER;
      return !(absent && expires)
          && !(present && !expires)
          && !(greater && newMillis <= oldMillis)
          && !(less && newMillis >= oldMillis);
    }
  }
}
