package io.synod.simulation.network;

/**
 * How a link behaves.
 *
 * @param delayNanos what most messages take at most
 * @param tailNanos what some take on top, at most
 * @param tailShare how many do, 0 to 1
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

  /** What is left when faults have stopped. */
  public LinkConditions calm() {
    return new LinkConditions(delayNanos, 1, 0, 0, 0, ordered);
  }

  /** While a storm blows. */
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
