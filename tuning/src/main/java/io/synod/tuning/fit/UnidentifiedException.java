package io.synod.tuning.fit;

/** Measurements from which the parameters do not follow; the message says which runs to add. */
public final class UnidentifiedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnidentifiedException(String message) {
    super(message);
  }
}
