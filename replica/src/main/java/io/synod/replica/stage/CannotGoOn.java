package io.synod.replica.stage;

/** This replica must stop, for a reason that its operator has to know. */
final class CannotGoOn extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CannotGoOn(String reason) {
    super(reason);
  }
}
