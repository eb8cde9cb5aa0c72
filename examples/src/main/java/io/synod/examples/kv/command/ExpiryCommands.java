package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Entry;
import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ServiceException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/** Commands on the time to live, which is relative or absolute, in seconds or milliseconds. */
final class ExpiryCommands {
  private static final long NO_KEY = -2;
  private static final long NO_EXPIRY = -1;
  private static final int FIRST_OPTION = 2;
  private static final Set<String> CONDITIONS = Set.of("NX", "XX", "GT", "LT");

  private ExpiryCommands() {}

  /** EXPIRE and its like; {@code unit} as in {@link #futureMillis}. */
  static Handler expire(String command, String unit) {
    return (keyspace, arguments, answer) -> {
      Set<String> conditions = conditions(arguments);
      long at = atMillis(command, unit, arguments.integer(1), keyspace.nowMillis());
      Entry entry = keyspace.find(arguments.bytes(0));
      boolean meant = entry != null && allows(conditions, entry.expiresAtMillis(), at);
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

  /** TTL and PTTL: the time that is left; EXPIRETIME and PEXPIRETIME: when it ends. */
  static Handler expiry(boolean left, LongUnaryOperator unit) {
    return (keyspace, arguments, answer) -> {
      Entry entry = keyspace.find(arguments.bytes(0));
      if (entry == null || !entry.expires()) {
        answer.integer(entry == null ? NO_KEY : NO_EXPIRY);
      } else {
        long from = left ? keyspace.nowMillis() : 0;
        answer.integer(unit.applyAsLong(entry.expiresAtMillis() - from));
      }
    };
  }

  static long seconds(long millis) {
    // Not the sum first: the largest expiry time is the largest long but one.
    return millis / 1000 + (millis % 1000 + 500) / 1000;
  }

  /** Those of NX, XX, GT and LT that EXPIRE has. */
  private static Set<String> conditions(Arguments arguments) throws ServiceException {
    Set<String> conditions = new HashSet<>();
    for (int i = FIRST_OPTION; i < arguments.count(); i++) {
      if (!CONDITIONS.contains(arguments.word(i))) {
        throw new ServiceException("ERR Unsupported option " + arguments.text(i));
      }
      conditions.add(arguments.word(i));
    }
    if (conditions.contains("NX") && conditions.size() > 1) {
      throw new ServiceException(
          "ERR NX and XX, GT or LT options at the same time are not compatible");
    }
    if (conditions.containsAll(Set.of("GT", "LT"))) {
      throw new ServiceException("ERR GT and LT options at the same time are not compatible");
    }
    return conditions;
  }

  /** A key without an expiry counts as one that expires last. */
  private static boolean allows(Set<String> conditions, long oldMillis, long newMillis) {
    boolean expires = oldMillis != Entry.NEVER;
    return !(conditions.contains("NX") && expires)
        && !(conditions.contains("XX") && !expires)
        && !(conditions.contains("GT") && newMillis <= oldMillis)
        && !(conditions.contains("LT") && newMillis >= oldMillis);
  }

  /**
   * The leader time at which a key expires.
   *
   * @param unit EX or PX from now, EXAT or PXAT since the epoch
   * @throws ServiceException if the time is not positive or out of range
   */
  static long futureMillis(String command, String unit, long amount, long nowMillis)
      throws ServiceException {
    if (amount <= 0) {
      throw invalid(command);
    }
    return atMillis(command, unit, amount, nowMillis);
  }

  /** As {@link #futureMillis}, but the time may lie in the past. */
  private static long atMillis(String command, String unit, long amount, long nowMillis)
      throws ServiceException {
    try {
      long millis = unit.startsWith("EX") ? Math.multiplyExact(amount, 1000) : amount;
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
