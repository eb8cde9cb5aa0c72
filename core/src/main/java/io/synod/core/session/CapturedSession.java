package io.synod.core.session;

/**
 * One session as it was when it was captured: everything that decides how its next requests are
 * answered. Never changes, so any thread may read it; nobody changes the arrays.
 *
 * @param activeMillis leader time of its last activity, or, if it is over, of its end
 * @param expected the sequence that is executed next
 * @param statuses of the last sequences before {@code expected}, those that the client has not
 *     acknowledged; none if the session is over
 * @param answers of the same sequences
 * @param events null if the session never had one
 */
public record CapturedSession(
    long id,
    long activeMillis,
    long expected,
    byte[] statuses,
    byte[][] answers,
    CapturedEvents events) {

  /** How many answers are kept: those of {@code [expected - kept, expected)}. */
  public int kept() {
    return answers.length;
  }
}
