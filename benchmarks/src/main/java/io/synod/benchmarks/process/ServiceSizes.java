package io.synod.benchmarks.process;

/**
 * How large the service is that does nothing.
 *
 * @param answerBytes length of an answer
 * @param stateBytes that a snapshot of it holds
 */
public record ServiceSizes(int answerBytes, long stateBytes) {

  public ServiceSizes {
    if (answerBytes < 0 || stateBytes < 0) {
      throw new IllegalArgumentException(
          "answers of %d bytes, state of %d".formatted(answerBytes, stateBytes));
    }
  }
}
