package io.synod.client;

/**
 * How many unanswered requests of a session the client sends at most. It starts with the session's
 * limit. When the leader replies BUSY, the window shrinks to the requests that the leader admitted,
 * and grows slowly with every answer. So under overload answers clock the next requests: the leader
 * is neither flooded nor idle, as it would be with pauses alone. Event loop.
 */
final class AdmissionWindow {
  /** Grows by a sixteenth for each round of answers: few of the next requests are refused. */
  private static final int ANSWERS_PER_REQUEST = 16;

  private final int requestsMax;
  private int requests;
  private int answers;

  AdmissionWindow(int requestsMax) {
    this.requestsMax = requestsMax;
    this.requests = requestsMax;
  }

  int requests() {
    return requests;
  }

  /** Another leader: starts again with the limit. */
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
