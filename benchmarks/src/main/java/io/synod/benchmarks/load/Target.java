package io.synod.benchmarks.load;

/**
 * What is loaded.
 *
 * @param cluster its name
 * @param addresses client addresses, {@code host:port,host:port}
 * @param answerBytes length of every answer, another one ends the run; or {@link #ANY_ANSWER_BYTES}
 */
public record Target(String cluster, String addresses, int answerBytes) {
  /** Answers may have any length. */
  public static final int ANY_ANSWER_BYTES = -1;
}
