package io.synod.testkit.copy;

/** The service and its model give different answers, or the model has failed. */
public final class ModelMismatch extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param cause what the model threw; null if it threw nothing
   */
  ModelMismatch(String message, Throwable cause) {
    super(message, cause);
  }
}
