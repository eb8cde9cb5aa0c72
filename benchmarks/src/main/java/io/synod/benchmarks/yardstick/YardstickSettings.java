package io.synod.benchmarks.yardstick;

/**
 * The settings for clients.
 *
 * @param cluster clients of another name are rejected
 * @param answerBytes length of every answer
 * @param frameBytesMax longest body of a frame
 * @param outstandingMax unanswered requests of a session; clients receive it
 */
public record YardstickSettings(
    String cluster, int answerBytes, int frameBytesMax, int outstandingMax) {

  /** A replica's default. */
  public static final int FRAME_BYTES_MAX = 8 << 20;
}
