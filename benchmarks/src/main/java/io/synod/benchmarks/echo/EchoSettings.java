package io.synod.benchmarks.echo;

/**
 * @param cluster clients of another name are refused
 * @param answerBytes length of every answer
 * @param frameBytesMax longest body of a frame
 * @param outstandingMax told to clients: requests of a session without an answer
 */
public record EchoSettings(
    String cluster, int answerBytes, int frameBytesMax, int outstandingMax) {}
