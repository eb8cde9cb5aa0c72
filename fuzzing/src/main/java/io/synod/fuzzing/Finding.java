package io.synod.fuzzing;

/**
 * An input that its target does not handle.
 *
 * @param origin how it was made
 * @param cause what was thrown, or why it counts
 */
record Finding(byte[] input, String origin, Throwable cause) {

  /** The same for inputs that fail in the same place. */
  String key() {
    StackTraceElement[] trace = root().getStackTrace();
    String place = trace.length == 0 ? "" : " at " + trace[0];
    for (StackTraceElement frame : trace) {
      if (frame.getClassName().startsWith("io.synod.")) {
        place = " at " + frame;
        break;
      }
    }
    return Outcome.deep(root().getClass().getName() + place).kind();
  }

  private Throwable root() {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  @Override
  public String toString() {
    return "%s, %d bytes: %s".formatted(origin, input.length, cause);
  }
}
