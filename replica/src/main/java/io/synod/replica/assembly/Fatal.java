package io.synod.replica.assembly;

import java.util.Locale;

/** The exceptions of a connection after which a replica must stop. */
final class Fatal {
  private Fatal() {}

  /**
   * Whether {@code bug} leaves the process in an unknown state: an error, unless only memory for
   * one more buffer was missing.
   */
  static boolean is(Throwable bug) {
    return bug instanceof Error && !isBufferMissing(bug);
  }

  private static boolean isBufferMissing(Throwable bug) {
    return bug instanceof OutOfMemoryError
        && String.valueOf(bug.getMessage()).toLowerCase(Locale.ROOT).contains("direct");
  }
}
