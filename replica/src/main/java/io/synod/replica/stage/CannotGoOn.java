package io.synod.replica.stage;

/** This replica must not take part any more, for a reason that its operator has to know. */
final class CannotGoOn extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CannotGoOn(String reason) {
    super(reason);
  }
}
