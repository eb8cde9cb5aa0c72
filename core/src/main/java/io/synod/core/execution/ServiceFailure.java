package io.synod.core.execution;

/**
 * The service threw what it does not declare. Its replica stops: its state is not to be trusted.
 */
public final class ServiceFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ServiceFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
