package io.synod.replica.assembly;

import java.util.Locale;
import java.util.function.Consumer;

/** The exceptions of a connection after which a replica must stop. */
final class Fatal {
  private Fatal() {}

  /** Hands {@code bug} to {@code fatal} if it is, and else to {@code survived}. */
  static void judge(Throwable bug, Consumer<Throwable> fatal, Consumer<Throwable> survived) {
    (is(bug) ? fatal : survived).accept(bug);
  }

  /**
   * Whether {@code bug} leaves the process in an unknown state: an error, unless only memory for
   * one more buffer was missing.
   */
  private static boolean is(Throwable bug) {
    return bug instanceof Error && !isBufferMissing(bug);
  }

  private static boolean isBufferMissing(Throwable bug) {
    return bug instanceof OutOfMemoryError
        && String.valueOf(bug.getMessage()).toLowerCase(Locale.ROOT).contains("direct");
  }
}
