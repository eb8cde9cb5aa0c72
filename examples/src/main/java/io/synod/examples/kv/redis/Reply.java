package io.synod.examples.kv.redis;

/**
 * The place of one command's answer in the order of its connection. Any thread fills it once, and
 * the event loop empties it.
 */
class Reply {
  private volatile byte[] content;

  /** Fills it with the bytes that the client receives. */
  void fill(byte[] answer) {
    content = answer;
  }

  /** Its content, null before it is filled. */
  final byte[] content() {
    return content;
  }
}
