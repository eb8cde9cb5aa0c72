package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ServiceException;
import java.nio.ByteBuffer;

/**
 * WATCH and EXEC. A transaction is one request: the number of watched keys, each key with the
 * version that WATCH saw, and the requests. None of them is executed if a watched key has changed.
 */
final class Transactions {

  private Transactions() {}

  static void versions(Keyspace keyspace, Arguments arguments, Resp answer) {
    answer.array(arguments.count());
    for (int i = 0; i < arguments.count(); i++) {
      answer.integer(keyspace.version(arguments.bytes(i)));
    }
  }

  static void execute(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    long watched = arguments.integer(0);
    if (watched < 0 || watched > (arguments.count() - 1) / 2) {
      throw new ServiceException("ERR malformed request: " + watched + " watched keys");
    }
    int at = 1;
    for (; at <= 2 * watched; at += 2) {
      if (keyspace.version(arguments.bytes(at)) != arguments.integer(at + 1)) {
        answer.nilArray();
        return;
      }
    }
    Runnable rollback = keyspace.savepoint();
    answer.array(arguments.count() - at);
    for (; at < arguments.count() && !answer.isFull(); at++) {
      Operation.runWithin(keyspace, ByteBuffer.wrap(arguments.bytes(at)), answer);
    }
    if (answer.isFull()) {
      rollback.run();
    }
  }
}
