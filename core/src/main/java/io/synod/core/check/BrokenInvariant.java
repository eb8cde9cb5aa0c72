package io.synod.core.check;

/** A state that must not exist. The replica that meets it stops; it never goes on. */
public final class BrokenInvariant extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BrokenInvariant(String message) {
    super(message);
  }
}
