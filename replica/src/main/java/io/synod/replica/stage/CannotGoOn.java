package io.synod.replica.stage;

/** This replica or learner must stop, for a reason that its operator has to know. */
final class CannotGoOn extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CannotGoOn(String reason) {
    // Where it was noticed says nothing to an operator.
    super(reason, null, false, false);
  }
}
