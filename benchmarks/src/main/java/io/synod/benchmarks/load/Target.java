package io.synod.benchmarks.load;

/**
 * The target of a load.
 *
 * @param cluster its name
 * @param addresses client addresses, {@code host:port,host:port}
 * @param answerBytes length of every answer, any other length ends the run; {@link
 *     #ANY_ANSWER_BYTES} allows all
 */
public record Target(String cluster, String addresses, int answerBytes) {
  /** Answers may have any length. */
  public static final int ANY_ANSWER_BYTES = -1;
}
