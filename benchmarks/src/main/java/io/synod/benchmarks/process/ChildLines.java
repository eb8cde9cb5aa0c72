package io.synod.benchmarks.process;

/** What children say. */
public final class ChildLines {
  /** The server leads from now on, in a term that follows: the highest one counts. */
  public static final String LEADS = "leads ";

  /** What the server tells of itself follows, as one JSON object. */
  static final String STATUS = "status ";

  /** The server has executed what it was asked for; the time in milliseconds follows. */
  static final String EXECUTED = "executed ";

  /** A second has passed; the requests answered in it follow. */
  static final String SECOND = "second ";

  /** The warm-up is over. */
  static final String MEASURING = "measuring";

  /** The measurement is over. */
  static final String MEASURED = "measured";

  /** What was measured follows. */
  static final String RESULT = "result ";

  /** Nothing was measured, for a reason that follows. */
  static final String FAILED = "failed ";

  private ChildLines() {}
}
