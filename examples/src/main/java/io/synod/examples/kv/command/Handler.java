package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ServiceException;

/** The meaning of one operation: reads and changes the keyspace, and answers. */
@FunctionalInterface
interface Handler {

  /**
   * @throws ServiceException with Redis' error text; the keyspace is then as it was
   */
  byte[] run(Keyspace keyspace, Arguments arguments) throws ServiceException;
}
