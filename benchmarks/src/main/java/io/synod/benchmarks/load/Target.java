package io.synod.benchmarks.load;

/**
 * What is loaded.
 *
 * @param cluster its name
 * @param addresses client addresses, {@code host:port,host:port}
 * @param answerBytes length of every answer; another one ends the run
 */
public record Target(String cluster, String addresses, int answerBytes) {}
