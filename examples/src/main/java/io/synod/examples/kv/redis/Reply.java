package io.synod.examples.kv.redis;

/**
 * The place of one command's answer in the order of its connection. It is filled once, by any
 * thread, and emptied by the event loop.
 */
final class Reply {
  private volatile Object content;

  /** An answer that is encoded already, or a message for the codec. */
  void fill(Object answer) {
    content = answer;
  }

  /** What it was filled with, null before. */
  Object content() {
    return content;
  }
}
