package io.synod.examples.kv.redis;

/**
 * The place of one command's answer in the order of its connection. Any thread fills it once, and
 * the event loop empties it.
 */
class Reply {
  private final long heldBytes;
  private volatile byte[] content;

  /**
   * @param heldBytes of the command, or of an answer that is known at once
   */
  Reply(long heldBytes) {
    this.heldBytes = heldBytes;
  }

  /** The bytes that count for this command until its answer is sent. */
  final long heldBytes() {
    return heldBytes;
  }

  /** Fills it with the bytes that the client receives. */
  void fill(byte[] answer) {
    content = answer;
  }

  /** Its content, null before it is filled. */
  final byte[] content() {
    return content;
  }
}
