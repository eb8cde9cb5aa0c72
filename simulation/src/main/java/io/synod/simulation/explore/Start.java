package io.synod.simulation.explore;

import java.util.Locale;

/** The start of an exploration. */
public enum Start {
  /** All replicas are members without promises. */
  FORMED,
  /** Replica 0 leads view 1.0, and all others follow it. */
  ELECTED,
  /** As ELECTED, but the others have lost their connections to replica 0. */
  SUSPECTED,
  /**
   * As SUSPECTED, and replica 1 has been elected without the knowledge of replica 0, which still
   * leads its old view. A replica that was not needed for that still follows replica 0; of five
   * replicas that is one. Messages between the two sides were lost.
   */
  SUPERSEDED,
  /**
   * As SUPERSEDED, and both leaders have proposed in slot 0: the proposal of replica 1 is decided,
   * and the followers of replica 0 have voted for its proposal. Replica 0 has learnt that the slot
   * is decided and requests the decision. Later messages between the two sides are in flight.
   */
  OVERTAKEN;

  /**
   * @throws IllegalArgumentException if there is no start of this name
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
