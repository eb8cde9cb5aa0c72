package io.synod.core.execution;

/** Where the replies of executed requests and the events go. Called on the service thread. */
public interface Replies {

  /**
   * @param session the session that asked
   * @param sequence the request's sequence, or a control sequence of {@code command.BatchEntry}
   * @param answer shared, not to be changed
   */
  void reply(long session, long sequence, ReplyStatus status, byte[] answer);

  /**
   * An event of {@code session}, between the replies that the service made before and after it.
   *
   * @param number 1 for the first of its session
   * @param event shared, not to be changed
   */
  default void event(long session, long number, byte[] event) {}
}
