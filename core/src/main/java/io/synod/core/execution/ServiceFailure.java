package io.synod.core.execution;

/**
 * The service threw an Error, or an exception that is to stop its replica. The replica stops,
 * because the service's state may be anything.
 */
public final class ServiceFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ServiceFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
