package io.synod.simulation.explore;

import java.util.Locale;

/** Where an exploration begins. */
public enum Start {
  /** All are members, nobody has promised anything. */
  FORMED,
  /** Replica 0 leads view 1.0, and all others follow it. */
  ELECTED,
  /** As ELECTED, but the others have lost their connections to replica 0. */
  SUSPECTED,
  /**
   * As SUSPECTED, and replica 1 has been elected behind the back of replica 0, which leads on in a
   * view that is over. Whoever was not needed for that follows replica 0 still; of five replicas
   * that is one. What the two sides have sent each other was lost.
   */
  SUPERSEDED,
  /**
   * As SUPERSEDED, and both leaders have proposed in slot 0: what replica 1 did is decided, for
   * what replica 0 did its followers have voted. Replica 0 has heard of the decision and is asking
   * for it. What the two sides have sent each other since is in flight.
   */
  OVERTAKEN;

  /**
   * @throws IllegalArgumentException if there is none of this name
   */
  static Start named(String text) {
    for (Start start : values()) {
      if (start.text().equals(text)) {
        return start;
      }
    }
    throw new IllegalArgumentException(
        "it starts formed, elected, suspected, superseded or overtaken, not " + text);
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
