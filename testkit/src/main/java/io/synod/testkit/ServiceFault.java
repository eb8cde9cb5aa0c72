package io.synod.testkit;

/**
 * The service under test has made a mistake. The message contains what differs, the shortest
 * history that shows it, and the line that replays it.
 */
public final class ServiceFault extends AssertionError {
  private static final long serialVersionUID = 1L;

  ServiceFault(String message, Throwable cause) {
    super(message, cause);
  }
}
