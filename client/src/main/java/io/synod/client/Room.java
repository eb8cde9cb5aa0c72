package io.synod.client;

/**
 * How many unanswered requests of a session the leader has room for, as far as the client knows:
 * all that it may have, until the leader is BUSY; then those that it has admitted, and slowly more
 * again with every answer. So under overload it is the answers that bring the next requests, and
 * the leader is neither flooded nor, as with pauses alone, idle until they end.
 */
final class Room {
  /** Grows by a sixteenth for each round of answers: few of the next requests are refused. */
  private static final int ANSWERS_PER_REQUEST = 16;

  private final int requestsMax;
  private int requests;
  private int answers;

  Room(int requestsMax) {
    this.requestsMax = requestsMax;
    this.requests = requestsMax;
  }

  int requests() {
    return requests;
  }

  /** Another leader, another room. */
  void reset() {
    requests = requestsMax;
    answers = 0;
  }

  /**
   * The leader was BUSY.
   *
   * @param admitted unanswered requests before the refused one
   */
  void refused(long admitted) {
    requests = (int) Math.max(1, Math.min(requests, admitted));
    answers = 0;
  }

  void answered() {
    if (requests < requestsMax && ++answers == ANSWERS_PER_REQUEST) {
      answers = 0;
      requests++;
    }
  }
}
