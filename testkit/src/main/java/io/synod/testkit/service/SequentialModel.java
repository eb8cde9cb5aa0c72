package io.synod.testkit.service;

import io.synod.service.ExecutionContext;
import io.synod.service.ServiceException;
import java.nio.ByteBuffer;

/**
 * A second, simpler implementation of a service. It says what the service must answer when requests
 * come one after the other. Used by one thread.
 */
@FunctionalInterface
public interface SequentialModel {

  /**
   * The answer that the service must give. Also applies the request to the model's state.
   *
   * @param context position and time of the request; timers and events that the model sets have no
   *     effect
   * @throws ServiceException if the service must refuse the request; the messages are not compared
   */
  byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException;

  /** The service is called for this timer. By default does nothing. */
  default void onTimer(long id, ExecutionContext context) {}

  /**
   * The answer that the service must give to a query; null, the default, if any answer is right.
   *
   * @throws ServiceException if the service must refuse the query
   */
  default byte[] query(ByteBuffer query) throws ServiceException {
    return null;
  }
}
