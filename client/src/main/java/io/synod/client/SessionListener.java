package io.synod.client;

/**
 * Receives what the service publishes to the session of a client. All methods are called on the
 * client's event loop, must not block, and may send. The client goes on whatever they throw, also
 * an Error, and logs some of it.
 *
 * <p>A client with a listener opens a session as soon as it has reached the leader, and another one
 * when that has ended.
 */
public interface SessionListener {

  /**
   * A session is open. Its events follow.
   *
   * @param session its number, by which the service knows it
   */
  default void onOpened(long session) {}

  /**
   * An event of the session: each once, in order, and in its place between the answers of this
   * client's requests. See {@code ExecutionContext.publish}.
   *
   * @param event belongs to the listener
   */
  void onEvent(long session, byte[] event);

  /**
   * The session has ended, and events that have not come will not. Not called when the client is
   * closed.
   *
   * @param reason for people
   */
  default void onLost(long session, String reason) {}
}
