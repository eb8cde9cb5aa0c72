package io.synod.examples.kv.command;

/** Bounds that affect execution. They are constants, so that all replicas have the same ones. */
public final class Limits {
  /** The largest value of a key, in bytes. */
  public static final int VALUE_BYTES_MAX = 1 << 20;

  /**
   * Arguments of one command: an empty argument has one byte but takes many times that in memory.
   */
  public static final int ARGUMENTS_MAX = 1 << 16;

  /** A larger answer to a read, in bytes, is rejected. */
  public static final int ANSWER_BYTES_MAX = 4 << 20;

  /**
   * A write with a larger answer, in bytes, is rejected and executes nothing. Synod must keep the
   * answer: it would put an error in the place of one larger than session.max-answer-bytes.
   */
  public static final int WRITE_ANSWER_BYTES_MAX = 2 << 20;

  /** The largest frame of a reply: the last value of an answer may exceed the limit. */
  public static final int FRAME_BYTES = ANSWER_BYTES_MAX + VALUE_BYTES_MAX + (64 << 10);

  private Limits() {}
}
