package io.synod.core.settings;

/** When an open batch that is not full is closed. */
public enum BatchPolicy {
  /** S11, figure 6 (TB): full, or {@code max-delay} after its first request. */
  TIMED,
  /** S11, section IV-F (TBN): as {@link #TIMED}, and at once when no instance is in flight. */
  NAGLE,
  /**
   * As {@link #NAGLE}, and while instances are in flight one batch for each share of the window:
   * the measured instance latency divided by the window, at most {@code max-delay}.
   */
  ADAPTIVE
}
