package io.synod.testkit.service;

import io.synod.service.ExecutionContext;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import java.nio.ByteBuffer;

/**
 * A second, simpler implementation of a service. It says what the service must answer when requests
 * come one after the other. The timers and events that it sets have no effect: {@link
 * ExecutionContext#cancel} and {@link ExecutionContext#publish} return true. Used by one thread.
 */
@FunctionalInterface
public interface SequentialModel {

  /**
   * The answer that the service must give, not null. Also applies the request to the model's state.
   *
   * @param context position and time of the request
   * @throws ServiceException if the service must refuse the request; the messages are not compared
   */
  byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException;

  /** The service is called for this timer. By default does nothing. */
  default void onTimer(long id, ExecutionContext context) {}

  /** The service is called for this session. By default does nothing. */
  default void onSessionOpened(long session, ByteBuffer name, ExecutionContext context) {}

  /** The service is called for this end of a session. By default does nothing. */
  default void onSessionClosed(long session, SessionEnd end, ExecutionContext context) {}

  /**
   * The answer that the service must give to a query; null, the default, if any answer is right.
   *
   * @throws ServiceException if the service must refuse the query
   */
  default byte[] query(ByteBuffer query) throws ServiceException {
    return null;
  }
}
