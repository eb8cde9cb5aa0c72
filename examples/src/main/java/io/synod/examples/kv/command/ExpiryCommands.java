package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Entry;
import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ServiceException;

/** Commands on the time to live. */
final class ExpiryCommands {
  private static final long NO_KEY = -2;
  private static final long NO_EXPIRY = -1;
  private static final int FIRST_OPTION = 2;

  private ExpiryCommands() {}

  static byte[] expire(Keyspace keyspace, Arguments arguments) throws ServiceException {
    byte[] key = arguments.bytes(0);
    long now = keyspace.nowMillis();
    long at = Expiry.absolute("expire", "EX", arguments.integer(1), now);
    Conditions conditions = Conditions.read(arguments);
    Entry entry = keyspace.find(key);
    if (entry == null || !conditions.allow(entry.expiresAtMillis(), at)) {
      return Resp.flag(false);
    }
    if (at <= now) {
      keyspace.remove(key);
    } else {
      keyspace.put(key, entry.value(), at);
    }
    return Resp.flag(true);
  }

  static byte[] persist(Keyspace keyspace, Arguments arguments) {
    byte[] key = arguments.bytes(0);
    Entry entry = keyspace.find(key);
    if (entry == null || !entry.expires()) {
      return Resp.flag(false);
    }
    keyspace.put(key, entry.value(), Entry.NEVER);
    return Resp.flag(true);
  }

  static byte[] secondsToLive(Keyspace keyspace, Arguments arguments) {
    long millis = remaining(keyspace, arguments);
    return Resp.integer(millis < 0 ? millis : (millis + 500) / 1000);
  }

  static byte[] millisToLive(Keyspace keyspace, Arguments arguments) {
    return Resp.integer(remaining(keyspace, arguments));
  }

  private static long remaining(Keyspace keyspace, Arguments arguments) {
    Entry entry = keyspace.find(arguments.bytes(0));
    if (entry == null) {
      return NO_KEY;
    }
    return entry.expires() ? entry.expiresAtMillis() - keyspace.nowMillis() : NO_EXPIRY;
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
