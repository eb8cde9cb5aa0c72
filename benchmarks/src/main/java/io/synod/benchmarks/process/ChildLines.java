package io.synod.benchmarks.process;

/** What children say on standard output: lines that begin with {@link #PREFIX}. */
final class ChildLines {
  static final String PREFIX = "bench: ";

  /** The server listens. */
  static final String READY = "ready";

  /** A second has passed; the requests answered in it follow. */
  static final String SECOND = "second ";

  /** The warm-up is over. */
  static final String MEASURING = "measuring";

  /** The measurement is over. */
  static final String MEASURED = "measured";

  /** What was measured follows. */
  static final String RESULT = "result ";

  private ChildLines() {}

  static void say(String line) {
    System.out.println(PREFIX + line);
    System.out.flush();
  }
}
