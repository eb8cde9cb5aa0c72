package io.synod.simulation.check;

/** An invariant of the cluster is broken; the message has the values. */
public final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Violation(String format, Object... values) {
    super(format.formatted(values));
  }

  /** What {@code process} goes on after: the bug itself if it is the violation of a check. */
  public static Violation bug(String process, Throwable bug) {
    if (bug instanceof Violation found) {
      return found;
    }
    Violation violation = new Violation("a bug has cost %s a connection: %s", process, bug);
    violation.initCause(bug);
    return violation;
  }
}
