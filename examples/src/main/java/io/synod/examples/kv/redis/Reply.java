package io.synod.examples.kv.redis;

/**
 * The place of one command's answer in the order of its connection. Any thread fills it once, and
 * the event loop empties it.
 */
final class Reply {
  private volatile Object content;

  /** Fills it with an encoded answer, or a message for the codec. */
  void fill(Object answer) {
    content = answer;
  }

  /** Its content, null before it is filled. */
  Object content() {
    return content;
  }
}
