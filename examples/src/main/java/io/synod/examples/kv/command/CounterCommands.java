package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Entry;
import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ServiceException;

/** Commands on strings that are numbers. */
final class CounterCommands {

  private CounterCommands() {}

  static void increment(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    add(keyspace, arguments.bytes(0), 1, answer);
  }

  static void decrement(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    add(keyspace, arguments.bytes(0), -1, answer);
  }

  static void incrementBy(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    add(keyspace, arguments.bytes(0), arguments.integer(1), answer);
  }

  static void decrementBy(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    long amount = arguments.integer(1);
    if (amount == Long.MIN_VALUE) {
      throw new ServiceException("ERR decrement would overflow");
    }
    add(keyspace, arguments.bytes(0), -amount, answer);
  }

  private static void add(Keyspace keyspace, byte[] key, long amount, Resp answer)
      throws ServiceException {
    Entry old = keyspace.find(key);
    long sum = Integers.add(Values.string(old), amount, Integers.NOT_AN_INTEGER);
    StringCommands.put(keyspace, key, Integers.toBytes(sum), Values.expiresAtMillis(old));
    answer.integer(sum);
  }

  static void incrementByFloat(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    byte[] key = arguments.bytes(0);
    Entry old = keyspace.find(key);
    byte[] sum =
        Floats.add(Values.string(old), arguments.bytes(1), "ERR value is not a valid float");
    StringCommands.put(keyspace, key, sum, Values.expiresAtMillis(old));
    answer.bulk(sum);
  }
}
