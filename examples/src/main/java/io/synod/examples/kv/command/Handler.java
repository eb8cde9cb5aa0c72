package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ServiceException;

/** Executes one operation: reads and changes the keyspace, and writes the answer. */
@FunctionalInterface
interface Handler {

  /**
   * @throws ServiceException with Redis' error text; the keyspace is then unchanged
   */
  void run(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException;
}
