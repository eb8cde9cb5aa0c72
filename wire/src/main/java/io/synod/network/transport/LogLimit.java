package io.synod.network.transport;

/**
 * Bounds the log lines that clients and strangers can cause in a period; the next line says how
 * many were left out. Any thread.
 */
public final class LogLimit {
  private final int linesMax;
  private final long periodNanos;

  // Invariant: 0 <= lines <= linesMax.
  private int lines;
  private long leftOut;
  private long periodBegan;
  private boolean begun;

  /**
   * @param linesMax in one period
   */
  public LogLimit(int linesMax, long periodNanos) {
    this.linesMax = linesMax;
    this.periodNanos = periodNanos;
  }

  /**
   * Asks for a line.
   *
   * @return what the line is to end with, empty if none was left out before it; null if it is to be
   *     left out
   */
  public synchronized String admit(long nowNanos) {
    if (!begun || nowNanos - periodBegan >= periodNanos) {
      begun = true;
      periodBegan = nowNanos;
      lines = 0;
    }
    if (lines == linesMax) {
      leftOut++;
      return null;
    }
    lines++;
    long before = leftOut;
    leftOut = 0;
    return before == 0 ? "" : " (%d such lines were left out before this one)".formatted(before);
  }
}
