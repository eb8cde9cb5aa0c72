package io.synod.examples.kv.command;

/** Bounds that decide what is executed, so they are constants: the same on every replica. */
public final class Limits {
  /** The largest value of a key, in bytes. */
  public static final int VALUE_BYTES_MAX = 1 << 20;

  /** The largest answer, in bytes, but for its header. */
  static final int ANSWER_BYTES_MAX = (1 << 20) + (1 << 10);

  private Limits() {}
}
