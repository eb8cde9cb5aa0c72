package io.synod.client;

/**
 * What an operator asked of a cluster was refused, or it was not done in time. The message says
 * why, and what to do.
 */
public final class AdminException extends Exception {
  private static final long serialVersionUID = 1L;

  AdminException(String message) {
    super(message);
  }
}
