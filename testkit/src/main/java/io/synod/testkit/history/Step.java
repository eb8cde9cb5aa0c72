package io.synod.testkit.history;

/** One step of a history, as a client or time takes it. */
public sealed interface Step {

  /**
   * A client sends a request; its session is opened before if it has none.
   *
   * @param sameBatch whether it is in one batch with the request of the step before
   */
  record Request(int client, byte[] bytes, boolean sameBatch) implements Step {}

  /** A client asks the replica that answers queries. */
  record Query(byte[] bytes) implements Step {}

  /** A client closes its session, if it has one. */
  record Leaving(int client) implements Step {}

  /**
   * Time passes.
   *
   * @param silent the client that does not keep its session alive meanwhile; -1 for none
   */
  record Pause(long millis, int silent) implements Step {}

  /**
   * A replica captures a snapshot, which is written later, and restored by another replica.
   *
   * @param stepsLater after how many steps it is written
   * @param isUsed whether the other replica has state already, which the snapshot replaces
   */
  record Capture(int stepsLater, boolean isUsed) implements Step {}
}
