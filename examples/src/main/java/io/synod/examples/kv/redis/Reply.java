package io.synod.examples.kv.redis;

/**
 * The place of one command's answer in the order of its connection. Any thread fills it once, and
 * the event loop empties it.
 */
final class Reply {
  private final int protocol;
  private volatile Object content;

  /**
   * @param protocol version of the Redis protocol
   */
  Reply(int protocol) {
    this.protocol = protocol;
  }

  /** Fills it with an answer that is encoded in version 2, or a message for the codec. */
  void fill(Object answer) {
    content = protocol == HelloCommand.RESP_3 ? Resp3.encode(answer) : answer;
  }

  /** Its content, null before it is filled. */
  Object content() {
    return content;
  }
}
