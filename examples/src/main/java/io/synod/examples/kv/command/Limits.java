package io.synod.examples.kv.command;

/** Bounds that decide what is executed, so they are constants: the same on every replica. */
public final class Limits {
  /** The largest value of a key, in bytes. */
  public static final int VALUE_BYTES_MAX = 1 << 20;

  /** Arguments of one command: each takes many times the byte that an empty one brings. */
  public static final int ARGUMENTS_MAX = 1 << 16;

  /** An answer that has grown beyond this, in bytes, is refused. */
  public static final int ANSWER_BYTES_MAX = 4 << 20;

  /** The largest frame that a reply may need: the last value of an answer may go beyond it. */
  public static final int FRAME_BYTES = ANSWER_BYTES_MAX + VALUE_BYTES_MAX + (64 << 10);

  private Limits() {}
}
