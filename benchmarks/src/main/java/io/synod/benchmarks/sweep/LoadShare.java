package io.synod.benchmarks.sweep;

/** How much of what the best fixed limits carry is asked for. */
public enum LoadShare {
  /** As many requests as are answered, in a closed loop. */
  ALL("all", 1),
  /** Nine tenths, in an open loop. */
  NINE_TENTHS("nine-tenths", 0.9),
  /** Half, in an open loop. */
  HALF("half", 0.5);

  private final String word;
  private final double share;

  LoadShare(String word, double share) {
    this.word = word;
    this.share = share;
  }

  /** Its name in tables. */
  public String word() {
    return word;
  }

  double of(double perSecond) {
    return share * perSecond;
  }

  boolean isOpen() {
    return this != ALL;
  }
}
