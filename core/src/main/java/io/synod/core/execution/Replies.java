package io.synod.core.execution;

/** Where the replies of executed requests go. Called on the service thread. */
public interface Replies {

  /**
   * @param session the session that asked
   * @param sequence the request's sequence, or a control sequence of {@code command.BatchEntry}
   * @param answer shared, not to be changed
   */
  void reply(long session, long sequence, ReplyStatus status, byte[] answer);
}
