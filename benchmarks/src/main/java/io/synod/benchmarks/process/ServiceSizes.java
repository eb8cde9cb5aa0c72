package io.synod.benchmarks.process;

import io.synod.service.Service;
import java.util.List;

/**
 * How large the service is that does nothing.
 *
 * @param answerBytes length of an answer
 * @param stateBytes that a snapshot of it holds
 */
public record ServiceSizes(int answerBytes, long stateBytes) implements HostedService {

  public ServiceSizes {
    if (answerBytes < 0 || stateBytes < 0) {
      throw new IllegalArgumentException(
          "answers of %d bytes, state of %d".formatted(answerBytes, stateBytes));
    }
  }

  @Override
  public Service start() {
    return new NullService(answerBytes, stateBytes);
  }

  @Override
  public List<String> arguments() {
    return List.of(String.valueOf(answerBytes), String.valueOf(stateBytes));
  }
}
