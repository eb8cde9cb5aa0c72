package io.synod.simulation.check;

/** An invariant of the cluster is broken; the message has the values. */
public final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Violation(String format, Object... values) {
    super(format.formatted(values));
  }
}
