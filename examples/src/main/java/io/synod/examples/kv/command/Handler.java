package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ServiceException;

/** Executes one operation: reads and changes the keyspace, and returns the answer. */
@FunctionalInterface
interface Handler {

  /**
   * @throws ServiceException with Redis' error text; the keyspace is then unchanged
   */
  byte[] run(Keyspace keyspace, Arguments arguments) throws ServiceException;
}
