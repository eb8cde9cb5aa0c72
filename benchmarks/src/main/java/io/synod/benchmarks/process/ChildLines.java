package io.synod.benchmarks.process;

/** The lines that children print. */
public final class ChildLines {
  /** The server leads from now on, in the term that follows; the highest term counts. */
  public static final String LEADS = "leads ";

  /** The server's status follows, as one JSON object. */
  static final String STATUS = "status ";

  /** The server has executed the requested slots; the time in milliseconds follows. */
  static final String EXECUTED = "executed ";

  /** A second has passed; the number of requests answered in it follows. */
  static final String SECOND = "second ";

  /** The warm-up is over. */
  static final String MEASURING = "measuring";

  /** The measurement is over. */
  static final String MEASURED = "measured";

  /** The result follows. */
  static final String RESULT = "result ";

  /** The measurement failed; the reason follows. */
  static final String FAILED = "failed ";

  private ChildLines() {}
}
