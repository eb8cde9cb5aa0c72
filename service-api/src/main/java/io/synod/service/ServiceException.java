package io.synod.service;

/**
 * A deterministic refusal of one request: its message is the client's answer, on every replica the
 * same. It carries no stack trace, because it is a result and not a fault.
 */
public final class ServiceException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the client receives it; must depend on the state and the request only
   */
  public ServiceException(String message) {
    super(message, null, false, false);
  }
}
