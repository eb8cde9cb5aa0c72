package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Entry;
import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ServiceException;
import java.util.Arrays;

/** Commands on values. */
final class StringCommands {
  private static final byte[] EMPTY = new byte[0];

  private StringCommands() {}

  static byte[] get(Keyspace keyspace, Arguments arguments) {
    return Resp.valueOf(keyspace.find(arguments.bytes(0)));
  }

  static byte[] getMany(Keyspace keyspace, Arguments arguments) throws ServiceException {
    RespArray values = new RespArray();
    boolean mayGrow = true;
    for (int i = 0; mayGrow && i < arguments.count(); i++) {
      mayGrow = values.addEncoded(Resp.valueOf(keyspace.find(arguments.bytes(i))));
    }
    return values.toBytes();
  }

  static byte[] length(Keyspace keyspace, Arguments arguments) {
    Entry entry = keyspace.find(arguments.bytes(0));
    return Resp.integer(entry == null ? 0 : entry.value().length);
  }

  static byte[] set(Keyspace keyspace, Arguments arguments) throws ServiceException {
    byte[] key = arguments.bytes(0);
    byte[] value = arguments.bytes(1);
    SetOptions options = SetOptions.read(arguments, keyspace.nowMillis());
    checkLength(value.length);
    Entry old = keyspace.find(key);
    boolean meant = options.meant(old != null);
    if (meant) {
      keyspace.put(key, value, options.expiresAtMillis(old));
    }
    if (options.answersOldValue()) {
      return Resp.valueOf(old);
    }
    return meant ? Resp.OK : Resp.NIL;
  }

  static byte[] setIfAbsent(Keyspace keyspace, Arguments arguments) throws ServiceException {
    byte[] key = arguments.bytes(0);
    checkLength(arguments.bytes(1).length);
    if (keyspace.find(key) != null) {
      return Resp.flag(false);
    }
    keyspace.put(key, arguments.bytes(1), Entry.NEVER);
    return Resp.flag(true);
  }

  static byte[] getAndSet(Keyspace keyspace, Arguments arguments) throws ServiceException {
    byte[] key = arguments.bytes(0);
    checkLength(arguments.bytes(1).length);
    Entry old = keyspace.find(key);
    keyspace.put(key, arguments.bytes(1), Entry.NEVER);
    return Resp.valueOf(old);
  }

  static byte[] getAndDelete(Keyspace keyspace, Arguments arguments) {
    byte[] key = arguments.bytes(0);
    Entry old = keyspace.find(key);
    keyspace.remove(key);
    return Resp.valueOf(old);
  }

  static byte[] setMany(Keyspace keyspace, Arguments arguments) throws ServiceException {
    if (arguments.count() % 2 != 0) {
      throw Operation.wrongArity("mset");
    }
    for (int i = 0; i < arguments.count(); i += 2) {
      checkLength(arguments.bytes(i + 1).length);
    }
    for (int i = 0; i < arguments.count(); i += 2) {
      keyspace.put(arguments.bytes(i), arguments.bytes(i + 1), Entry.NEVER);
    }
    return Resp.OK;
  }

  static byte[] append(Keyspace keyspace, Arguments arguments) throws ServiceException {
    byte[] key = arguments.bytes(0);
    byte[] tail = arguments.bytes(1);
    Entry old = keyspace.find(key);
    byte[] head = old == null ? EMPTY : old.value();
    checkLength((long) head.length + tail.length);
    byte[] value = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, value, head.length, tail.length);
    keyspace.put(key, value, old == null ? Entry.NEVER : old.expiresAtMillis());
    return Resp.integer(value.length);
  }

  private static void checkLength(long bytes) throws ServiceException {
    if (bytes > Limits.VALUE_BYTES_MAX) {
      throw new ServiceException(
          "ERR string exceeds maximum allowed size (%d bytes)".formatted(Limits.VALUE_BYTES_MAX));
    }
  }
}
