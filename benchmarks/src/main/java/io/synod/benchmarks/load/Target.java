package io.synod.benchmarks.load;

/**
 * The target of a load.
 *
 * @param cluster its name
 * @param addresses client addresses, {@code host:port,host:port}
 * @param answerBytes length of every answer, any other length ends the run; {@link
 *     #ANY_ANSWER_BYTES} allows all
 * @param hasEvents whether its service publishes events to the clients, which listen then
 */
public record Target(String cluster, String addresses, int answerBytes, boolean hasEvents) {
  /** Answers may have any length. */
  public static final int ANY_ANSWER_BYTES = -1;

  /** Without events. */
  public Target(String cluster, String addresses, int answerBytes) {
    this(cluster, addresses, answerBytes, false);
  }
}
