package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Entry;
import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ServiceException;

/** Commands on values that are integers. */
final class CounterCommands {

  private CounterCommands() {}

  static byte[] increment(Keyspace keyspace, Arguments arguments) throws ServiceException {
    return add(keyspace, arguments.bytes(0), 1);
  }

  static byte[] decrement(Keyspace keyspace, Arguments arguments) throws ServiceException {
    return add(keyspace, arguments.bytes(0), -1);
  }

  static byte[] incrementBy(Keyspace keyspace, Arguments arguments) throws ServiceException {
    return add(keyspace, arguments.bytes(0), arguments.integer(1));
  }

  static byte[] decrementBy(Keyspace keyspace, Arguments arguments) throws ServiceException {
    long amount = arguments.integer(1);
    if (amount == Long.MIN_VALUE) {
      throw new ServiceException("ERR decrement would overflow");
    }
    return add(keyspace, arguments.bytes(0), -amount);
  }

  private static byte[] add(Keyspace keyspace, byte[] key, long amount) throws ServiceException {
    Entry old = keyspace.find(key);
    long before = old == null ? 0 : Integers.parse(old.value());
    long after = before + amount;
    if (((before ^ after) & (amount ^ after)) < 0) {
      throw new ServiceException("ERR increment or decrement would overflow");
    }
    long expiresAtMillis = old == null ? Entry.NEVER : old.expiresAtMillis();
    keyspace.put(key, Integers.toBytes(after), expiresAtMillis);
    return Resp.integer(after);
  }
}
