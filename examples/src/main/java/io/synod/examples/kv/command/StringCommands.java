package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Entry;
import io.synod.examples.kv.store.Keyspace;
import io.synod.examples.kv.store.StringValue;
import io.synod.service.ServiceException;
import java.math.BigDecimal;
import java.util.Arrays;

/** Commands on strings. */
final class StringCommands {
  private static final byte[] EMPTY = new byte[0];

  private StringCommands() {}

  static void get(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    answer.bulk(Values.string(keyspace.find(arguments.bytes(0))));
  }

  static void getMany(Keyspace keyspace, Arguments arguments, Resp answer) {
    answer.array(arguments.count());
    for (int i = 0; i < arguments.count() && !answer.isFull(); i++) {
      Entry entry = keyspace.find(arguments.bytes(i));
      boolean isString = entry != null && entry.value() instanceof StringValue;
      answer.bulk(isString ? ((StringValue) entry.value()).bytes() : null);
    }
  }

  static void getRange(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    long from = arguments.integer(1);
    long to = arguments.integer(2);
    byte[] value = stringOrEmpty(keyspace, arguments.bytes(0));
    long first = position(from, value.length);
    long last = Math.min(position(to, value.length), value.length - 1L);
    // Two indexes before the start are the same position, and still in no order.
    boolean none = first > last || (to < 0 && from < 0 && from > to);
    answer.bulk(none ? EMPTY : Arrays.copyOfRange(value, (int) first, (int) last + 1));
  }

  /** A negative index counts from the end. */
  private static long position(long index, int length) {
    return Math.max(0, index < 0 ? index + length : index);
  }

  static void length(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    answer.integer(stringOrEmpty(keyspace, arguments.bytes(0)).length);
  }

  private static byte[] stringOrEmpty(Keyspace keyspace, byte[] key) throws ServiceException {
    byte[] value = Values.string(keyspace.find(key));
    return value == null ? EMPTY : value;
  }

  static void set(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    byte[] key = arguments.bytes(0);
    SetOptions options = SetOptions.ofSet(arguments);
    long at = options.expiresAtMillis(keyspace.nowMillis());
    Entry old = keyspace.find(key);
    byte[] oldValue = options.has("GET") ? Values.string(old) : null;
    boolean meant = !options.has(old == null ? "XX" : "NX");
    if (meant) {
      at = options.has("KEEPTTL") ? Values.expiresAtMillis(old) : at;
      put(keyspace, key, arguments.bytes(1), at);
    }
    if (options.has("GET")) {
      answer.bulk(oldValue);
    } else if (meant) {
      answer.ok();
    } else {
      answer.nil();
    }
  }

  static void setIfAbsent(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    boolean absent = keyspace.find(arguments.bytes(0)) == null;
    if (absent) {
      put(keyspace, arguments.bytes(0), arguments.bytes(1), Entry.NEVER);
    }
    answer.flag(absent);
  }

  /** SETEX and PSETEX: a key, a time, a value. */
  static Handler setExpiring(String command, String unit) {
    return (keyspace, arguments, answer) -> {
      long now = keyspace.nowMillis();
      long at = ExpiryCommands.futureMillis(command, unit, arguments.integer(1), now);
      put(keyspace, arguments.bytes(0), arguments.bytes(2), at);
      answer.ok();
    };
  }

  static void getAndSet(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    byte[] old = Values.string(keyspace.find(arguments.bytes(0)));
    put(keyspace, arguments.bytes(0), arguments.bytes(1), Entry.NEVER);
    answer.bulk(old);
  }

  static void getAndDelete(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    byte[] old = Values.string(keyspace.find(arguments.bytes(0)));
    keyspace.remove(arguments.bytes(0));
    answer.bulk(old);
  }

  static void getAndExpire(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    SetOptions options = SetOptions.ofGetex(arguments);
    Entry entry = keyspace.find(arguments.bytes(0));
    answer.bulk(Values.string(entry));
    if (entry != null && arguments.count() > 1) {
      ExpiryCommands.setExpiry(keyspace, entry, options.expiresAtMillis(keyspace.nowMillis()));
    }
  }

  static void setMany(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    checkPairs(arguments, "mset");
    putAll(keyspace, arguments);
    answer.ok();
  }

  static void setManyIfAbsent(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    checkPairs(arguments, "msetnx");
    boolean absent = true;
    for (int i = 0; i < arguments.count(); i += 2) {
      absent &= keyspace.find(arguments.bytes(i)) == null;
    }
    if (absent) {
      putAll(keyspace, arguments);
    }
    answer.flag(absent);
  }

  private static void checkPairs(Arguments arguments, String command) throws ServiceException {
    if (arguments.count() % 2 != 0) {
      throw Operation.wrongArity(command);
    }
  }

  private static void putAll(Keyspace keyspace, Arguments arguments) throws ServiceException {
    for (int i = 0; i < arguments.count(); i += 2) {
      Values.checkLength(arguments.bytes(i + 1).length);
    }
    for (int i = 0; i < arguments.count(); i += 2) {
      put(keyspace, arguments.bytes(i), arguments.bytes(i + 1), Entry.NEVER);
    }
  }

  static void append(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    byte[] key = arguments.bytes(0);
    byte[] tail = arguments.bytes(1);
    byte[] head = stringOrEmpty(keyspace, key);
    Values.checkLength((long) head.length + tail.length);
    byte[] value = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, value, head.length, tail.length);
    replace(keyspace, key, value);
    answer.integer(value.length);
  }

  /** INCR and DECR. */
  static Handler increment(long amount) {
    return (keyspace, arguments, answer) -> add(keyspace, arguments, amount, answer);
  }

  static void incrementBy(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    add(keyspace, arguments, arguments.integer(1), answer);
  }

  static void decrementBy(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    long amount = arguments.integer(1);
    if (amount == Long.MIN_VALUE) {
      throw new ServiceException("ERR decrement would overflow");
    }
    add(keyspace, arguments, -amount, answer);
  }

  private static void add(Keyspace keyspace, Arguments arguments, long amount, Resp answer)
      throws ServiceException {
    byte[] old = Values.string(keyspace.find(arguments.bytes(0)));
    long sum = Integers.add(old, amount, Integers.NOT_AN_INTEGER);
    replace(keyspace, arguments.bytes(0), Integers.toBytes(sum));
    answer.integer(sum);
  }

  static void incrementByFloat(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    byte[] old = Values.string(keyspace.find(arguments.bytes(0)));
    BigDecimal amount = Floats.parse(arguments.bytes(1), Floats.NOT_A_FLOAT);
    byte[] sum = Floats.add(old, amount, Floats.NOT_A_FLOAT);
    replace(keyspace, arguments.bytes(0), sum);
    answer.bulk(sum);
  }

  /** Deletes a key that has this value: what releases a lock. */
  static void deleteIfEqual(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    byte[] value = Values.string(keyspace.find(arguments.bytes(0)));
    answer.flag(Arrays.equals(value, arguments.bytes(1)) && keyspace.remove(arguments.bytes(0)));
  }

  /** Sets a value of allowed length, and keeps when the key expires. */
  private static void replace(Keyspace keyspace, byte[] key, byte[] value) throws ServiceException {
    put(keyspace, key, value, Values.expiresAtMillis(keyspace.find(key)));
  }

  private static void put(Keyspace keyspace, byte[] key, byte[] value, long expiresAtMillis)
      throws ServiceException {
    Values.checkLength(value.length);
    keyspace.put(key, new StringValue(value), expiresAtMillis);
  }
}
