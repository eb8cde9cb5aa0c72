package io.synod.replica.assembly;

/**
 * An exception of the service as text for a log: its causes and where they came from, without their
 * messages, which clients may have chosen, and bounded.
 */
final class BoundedTrace {
  private static final int CAUSES_MAX = 8;
  private static final int FRAMES_MAX = 64;

  private BoundedTrace() {}

  static String of(Throwable exception) {
    StringBuilder text = new StringBuilder();
    Throwable cause = exception;
    for (int causes = 0; cause != null && causes < CAUSES_MAX; causes++) {
      text.append(causes == 0 ? "" : "\ncaused by ").append(cause.getClass().getName());
      StackTraceElement[] frames = cause.getStackTrace();
      for (int index = 0; index < Math.min(frames.length, FRAMES_MAX); index++) {
        text.append("\n\tat ").append(frames[index]);
      }
      if (frames.length > FRAMES_MAX) {
        text.append("\n\t... ").append(frames.length - FRAMES_MAX).append(" more");
      }
      cause = cause.getCause();
    }
    return text.toString();
  }
}
