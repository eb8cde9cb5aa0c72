package io.synod.core.execution;

import io.synod.service.ExecutionContext;

/** Is notified of each exception that became the answer of a request or query. Service thread. */
public interface ExceptionListener {

  /**
   * The service threw {@code exception} at a request, or at a query that went through the log.
   *
   * @param request where it stands; valid during the call only
   * @param answer what the client receives; {@code exception} itself may throw when it is asked for
   *     its message
   */
  void executeThrew(ExecutionContext request, String answer, Exception exception);

  /**
   * The service threw {@code exception} at a timer.
   *
   * @param timer where it stands; valid during the call only
   * @param text class and message of {@code exception}, which may itself throw when it is asked
   */
  void timerThrew(long id, ExecutionContext timer, String text, Exception exception);

  /**
   * The service threw {@code exception} at a query of this replica alone.
   *
   * @param executed every slot before this one was executed
   * @param answer what the client receives
   */
  void queryThrew(long executed, String answer, Exception exception);
}
