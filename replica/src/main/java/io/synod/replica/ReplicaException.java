package io.synod.replica;

/** A replica could not start, or had to stop; the message says why and what to do. */
public final class ReplicaException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ReplicaException(String message) {
    super(message);
  }

  public ReplicaException(String message, Throwable cause) {
    super(message, cause);
  }
}
