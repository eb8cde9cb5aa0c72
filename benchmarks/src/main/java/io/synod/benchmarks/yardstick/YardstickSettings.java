package io.synod.benchmarks.yardstick;

/**
 * What clients meet.
 *
 * @param cluster clients of another name are refused
 * @param answerBytes length of every answer
 * @param frameBytesMax longest body of a frame
 * @param outstandingMax requests of a session without an answer; clients receive it
 */
public record YardstickSettings(
    String cluster, int answerBytes, int frameBytesMax, int outstandingMax) {

  /** A replica's default. */
  public static final int FRAME_BYTES_MAX = 8 << 20;
}
