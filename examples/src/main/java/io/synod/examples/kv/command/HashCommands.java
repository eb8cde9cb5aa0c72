package io.synod.examples.kv.command;

import io.synod.examples.kv.store.HashValue;
import io.synod.examples.kv.store.Key;
import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ServiceException;
import java.math.BigDecimal;
import java.util.Map;

/** Commands on hashes. A hash without fields does not exist. */
final class HashCommands {

  private HashCommands() {}

  private static HashValue find(Keyspace keyspace, Arguments arguments) throws ServiceException {
    return Values.hash(keyspace.find(arguments.bytes(0)));
  }

  private static void put(Keyspace keyspace, byte[] key, HashValue hash) {
    if (hash.size() == 0) {
      keyspace.remove(key);
    } else {
      keyspace.put(key, hash, Values.expiresAtMillis(keyspace.find(key)));
    }
  }

  static void set(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    answer.integer(putAll(keyspace, arguments, "hset"));
  }

  static void setMany(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    putAll(keyspace, arguments, "hmset");
    answer.ok();
  }

  /** Returns the number of new fields. */
  private static int putAll(Keyspace keyspace, Arguments arguments, String command)
      throws ServiceException {
    if (arguments.count() % 2 == 0) {
      throw Operation.wrongArity(command);
    }
    HashValue before = find(keyspace, arguments);
    HashValue after = before;
    for (int i = 1; i < arguments.count(); i += 2) {
      Values.checkLength(arguments.bytes(i + 1).length);
      after = after.with(arguments.bytes(i), arguments.bytes(i + 1));
    }
    put(keyspace, arguments.bytes(0), after);
    return after.size() - before.size();
  }

  static void setIfAbsent(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    boolean absent = find(keyspace, arguments).get(arguments.bytes(1)) == null;
    if (absent) {
      putAll(keyspace, arguments, "hsetnx");
    }
    answer.flag(absent);
  }

  static void delete(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    HashValue before = find(keyspace, arguments);
    HashValue after = before;
    for (int i = 1; i < arguments.count(); i++) {
      after = after.without(arguments.bytes(i));
    }
    if (after != before) {
      put(keyspace, arguments.bytes(0), after);
    }
    answer.integer(before.size() - after.size());
  }

  static void incrementBy(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    long amount = arguments.integer(2);
    byte[] old = find(keyspace, arguments).get(arguments.bytes(1));
    long sum = Integers.add(old, amount, "ERR hash value is not an integer");
    put(keyspace, arguments, Integers.toBytes(sum));
    answer.integer(sum);
  }

  static void incrementByFloat(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    BigDecimal amount = Floats.parse(arguments.bytes(2), Floats.NOT_A_FLOAT);
    byte[] old = find(keyspace, arguments).get(arguments.bytes(1));
    byte[] sum = Floats.add(old, amount, "ERR hash value is not a float");
    put(keyspace, arguments, sum);
    answer.bulk(sum);
  }

  private static void put(Keyspace keyspace, Arguments arguments, byte[] value)
      throws ServiceException {
    HashValue hash = find(keyspace, arguments).with(arguments.bytes(1), value);
    put(keyspace, arguments.bytes(0), hash);
  }

  static void get(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    answer.bulk(find(keyspace, arguments).get(arguments.bytes(1)));
  }

  static void getMany(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    HashValue hash = find(keyspace, arguments);
    answer.array(arguments.count() - 1);
    for (int i = 1; i < arguments.count() && !answer.isFull(); i++) {
      answer.bulk(hash.get(arguments.bytes(i)));
    }
  }

  /** HKEYS, HVALS and HGETALL: all fields, their values, or both. */
  static Handler all(boolean fields, boolean values) {
    return (keyspace, arguments, answer) -> {
      HashValue hash = find(keyspace, arguments);
      Resp begun = fields && values ? answer.map(hash.size()) : answer.array(hash.size());
      for (Map.Entry<Key, byte[]> field : hash.from(0)) {
        if (begun.isFull()) {
          return;
        }
        if (fields) {
          begun.bulk(field.getKey().bytes());
        }
        if (values && !begun.isFull()) {
          begun.bulk(field.getValue());
        }
      }
    };
  }

  static void size(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    answer.integer(find(keyspace, arguments).size());
  }

  static void exists(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    answer.flag(find(keyspace, arguments).get(arguments.bytes(1)) != null);
  }

  static void length(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    byte[] value = find(keyspace, arguments).get(arguments.bytes(1));
    answer.integer(value == null ? 0 : value.length);
  }
}
