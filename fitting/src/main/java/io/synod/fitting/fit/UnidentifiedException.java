package io.synod.fitting.fit;

/** The measurements do not determine the parameters; the message lists the runs to add. */
public final class UnidentifiedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnidentifiedException(String message) {
    super(message);
  }
}
