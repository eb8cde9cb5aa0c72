package io.synod.replica.assembly;

/**
 * An exception of the service as text for a log: its causes and where they came from, without their
 * messages, which clients may have chosen, and bounded.
 */
final class BoundedTrace {
  private static final int CAUSES_MAX = 8;
  private static final int FRAMES_MAX = 64;
  private static final StackTraceElement[] NO_FRAMES = {};

  private BoundedTrace() {}

  static String of(Throwable exception) {
    StringBuilder text = new StringBuilder();
    Throwable cause = exception;
    for (int causes = 0; cause != null && causes < CAUSES_MAX; causes++) {
      text.append(causes == 0 ? "" : "\ncaused by ").append(cause.getClass().getName());
      StackTraceElement[] frames = frames(cause);
      for (int index = 0; index < Math.min(frames.length, FRAMES_MAX); index++) {
        text.append("\n\tat ").append(frames[index]);
      }
      if (frames.length > FRAMES_MAX) {
        text.append("\n\t... ").append(frames.length - FRAMES_MAX).append(" more");
      }
      cause = cause(cause);
    }
    return text.toString();
  }

  /** None if they cannot be had: the service's own code may compute them, and throw again. */
  private static StackTraceElement[] frames(Throwable exception) {
    try {
      StackTraceElement[] frames = exception.getStackTrace();
      return frames == null ? NO_FRAMES : frames;
    } catch (RuntimeException unreadable) {
      return NO_FRAMES;
    }
  }

  /** Null if there is none, or, likewise, if it cannot be had. */
  private static Throwable cause(Throwable exception) {
    try {
      return exception.getCause();
    } catch (RuntimeException unreadable) {
      return null;
    }
  }
}
