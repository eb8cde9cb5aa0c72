package io.synod.simulation.network;

/**
 * The behaviour of a link.
 *
 * @param delayNanos the longest delay of most messages
 * @param tailNanos the longest additional delay of some messages
 * @param tailShare their share, 0 to 1
 * @param loss share of messages that are lost, 0 to 1
 * @param duplication share of messages that arrive twice, 0 to 1
 * @param ordered whether messages arrive in the order in which they were sent
 */
public record LinkConditions(
    long delayNanos,
    long tailNanos,
    double tailShare,
    double loss,
    double duplication,
    boolean ordered) {

  /** The conditions after the end of faults. */
  public LinkConditions calm() {
    return new LinkConditions(delayNanos, 1, 0, 0, 0, ordered);
  }

  /** The conditions during a storm. */
  LinkConditions stormy() {
    return new LinkConditions(
        4 * delayNanos,
        4 * tailNanos,
        tailShare,
        Math.max(loss, 0.4),
        Math.max(duplication, 0.2),
        ordered);
  }
}
