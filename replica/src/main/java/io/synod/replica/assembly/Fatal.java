package io.synod.replica.assembly;

import java.util.Locale;

/** Which exceptions of a connection a replica cannot go on after. */
final class Fatal {
  private Fatal() {}

  /**
   * Whether {@code bug} leaves the process in a state that nobody knows: an error, unless only
   * memory for one more buffer was missing.
   */
  static boolean is(Throwable bug) {
    return bug instanceof Error && !isBufferMissing(bug);
  }

  private static boolean isBufferMissing(Throwable bug) {
    return bug instanceof OutOfMemoryError
        && String.valueOf(bug.getMessage()).toLowerCase(Locale.ROOT).contains("direct");
  }
}
