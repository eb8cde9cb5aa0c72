package io.synod.simulation.check;

/** Something that must never be true of a cluster is true. Names the values. */
public final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Violation(String format, Object... values) {
    super(format.formatted(values));
  }
}
