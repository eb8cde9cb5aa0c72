package io.synod.core.execution;

import io.synod.service.ExecutionContext;

/** Is notified of each exception of the service that does not stop the replica. Service thread. */
public interface ExceptionListener {
  /** Ignores all of them. */
  ExceptionListener NONE =
      new ExceptionListener() {
        @Override
        public void executeThrew(ExecutionContext request, String answer, Exception exception) {}

        @Override
        public void callbackThrew(
            String callback, ExecutionContext place, String text, Exception exception) {}

        @Override
        public void queryThrew(long executed, String answer, Exception exception) {}
      };

  /**
   * The service threw {@code exception} at a request, or at a query that went through the log.
   *
   * @param request where it stands; valid during the call only
   * @param answer what the client receives; {@code exception} itself may throw when it is asked for
   *     its message
   */
  void executeThrew(ExecutionContext request, String answer, Exception exception);

  /**
   * The service threw {@code exception} at a timer, or at the opening or end of a session.
   *
   * @param callback what it was called for
   * @param place where that stands; valid during the call only
   * @param text class and message of {@code exception}, which may itself throw when it is asked
   */
  void callbackThrew(String callback, ExecutionContext place, String text, Exception exception);

  /** The service threw at a request, and executes nothing until that is skipped. */
  default void halted(Halt halt) {}

  /** The service goes on from a snapshot that was taken when it had halted, and waits there. */
  default void restoredHalted(Halt halt) {}

  /** The request at which the service had halted is skipped. */
  default void skipped(Halt halt) {}

  /**
   * The service threw {@code exception} at a query of this replica alone.
   *
   * @param executed every slot before this one was executed
   * @param answer what the client receives
   */
  void queryThrew(long executed, String answer, Exception exception);
}
