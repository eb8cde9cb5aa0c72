package io.synod.examples.kv.command;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ServiceException;

/** Commands on keys that ignore their values. */
final class KeyCommands {
  private static final byte[] STRING = Resp.simple("string");
  private static final byte[] NONE = Resp.simple("none");

  private KeyCommands() {}

  static byte[] delete(Keyspace keyspace, Arguments arguments) {
    long deleted = 0;
    for (int i = 0; i < arguments.count(); i++) {
      if (keyspace.remove(arguments.bytes(i))) {
        deleted++;
      }
    }
    return Resp.integer(deleted);
  }

  static byte[] exists(Keyspace keyspace, Arguments arguments) {
    long existing = 0;
    for (int i = 0; i < arguments.count(); i++) {
      if (keyspace.find(arguments.bytes(i)) != null) {
        existing++;
      }
    }
    return Resp.integer(existing);
  }

  static byte[] flush(Keyspace keyspace, Arguments arguments) throws ServiceException {
    boolean plain = arguments.count() == 0;
    if (!plain && (arguments.count() > 1 || !arguments.word(0).matches("A?SYNC"))) {
      throw SetOptions.syntaxError();
    }
    keyspace.clear();
    return Resp.OK;
  }

  static byte[] size(Keyspace keyspace, Arguments arguments) {
    return Resp.integer(keyspace.size());
  }

  static byte[] type(Keyspace keyspace, Arguments arguments) {
    return keyspace.find(arguments.bytes(0)) == null ? NONE : STRING;
  }

  static byte[] digest(Keyspace keyspace, Arguments arguments) {
    return Resp.bulk("%016x".formatted(keyspace.digest()).getBytes(US_ASCII));
  }
}
