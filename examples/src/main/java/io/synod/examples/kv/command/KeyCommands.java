package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Entry;
import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ServiceException;
import java.util.function.Predicate;

/** Commands on keys that ignore their values. */
final class KeyCommands {

  private KeyCommands() {}

  static void delete(Keyspace keyspace, Arguments arguments, Resp answer) {
    answer.integer(count(arguments, keyspace::remove));
  }

  static void exists(Keyspace keyspace, Arguments arguments, Resp answer) {
    answer.integer(count(arguments, key -> keyspace.find(key) != null));
  }

  private static long count(Arguments arguments, Predicate<byte[]> counts) {
    long count = 0;
    for (int i = 0; i < arguments.count(); i++) {
      count += counts.test(arguments.bytes(i)) ? 1 : 0;
    }
    return count;
  }

  static void rename(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    move(keyspace, source(keyspace, arguments), arguments.bytes(1));
    answer.ok();
  }

  static void renameIfAbsent(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    Entry source = source(keyspace, arguments);
    boolean absent = keyspace.find(arguments.bytes(1)) == null;
    if (absent) {
      move(keyspace, source, arguments.bytes(1));
    }
    answer.flag(absent);
  }

  private static Entry source(Keyspace keyspace, Arguments arguments) throws ServiceException {
    Entry entry = keyspace.find(arguments.bytes(0));
    if (entry == null) {
      throw new ServiceException("ERR no such key");
    }
    return entry;
  }

  private static void move(Keyspace keyspace, Entry source, byte[] target) {
    keyspace.remove(source.key().bytes());
    keyspace.put(target, source.value(), source.expiresAtMillis());
  }

  static void flush(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    int words = arguments.count();
    if (words > 1 || (words == 1 && !arguments.word(0).matches("A?SYNC"))) {
      throw SetOptions.syntaxError();
    }
    keyspace.clear();
    answer.ok();
  }

  static void size(Keyspace keyspace, Arguments arguments, Resp answer) {
    answer.integer(keyspace.size());
  }

  static void type(Keyspace keyspace, Arguments arguments, Resp answer) {
    answer.simple(Values.typeName(keyspace.find(arguments.bytes(0))));
  }

  static void digest(Keyspace keyspace, Arguments arguments, Resp answer) {
    answer.bulk("%016x".formatted(keyspace.digest()));
  }
}
