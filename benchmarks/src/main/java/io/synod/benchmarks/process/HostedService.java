package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Target;
import io.synod.service.Service;
import java.util.List;

/**
 * What the replicas of a cluster serve; survives as arguments of their processes.
 *
 * @param answerBytes length of every answer, or {@link Target#ANY_ANSWER_BYTES} of a store of
 *     values under keys of 8 bytes
 * @param stateBytes that a snapshot holds of a service that does nothing
 */
public record HostedService(int answerBytes, long stateBytes) {
  /** Values under keys of 8 bytes. */
  public static final HostedService KEY_VALUES = new HostedService(Target.ANY_ANSWER_BYTES, 0);

  public HostedService {
    if (answerBytes < Target.ANY_ANSWER_BYTES || stateBytes < 0) {
      throw new IllegalArgumentException(
          "answers of %d bytes, state of %d".formatted(answerBytes, stateBytes));
    }
  }

  /** One that does nothing with a request. */
  public static HostedService idle(int answerBytes, long stateBytes) {
    if (answerBytes < 0) {
      throw new IllegalArgumentException("answers of %d bytes".formatted(answerBytes));
    }
    return new HostedService(answerBytes, stateBytes);
  }

  /** For one replica, as it is at first. */
  Service start() {
    return equals(KEY_VALUES) ? new KeyValueService() : new NullService(answerBytes, stateBytes);
  }

  /** Which {@link #parse} reads. */
  List<String> arguments() {
    return List.of(String.valueOf(answerBytes), String.valueOf(stateBytes));
  }

  static HostedService parse(List<String> arguments) {
    return new HostedService(Integer.parseInt(arguments.get(0)), Long.parseLong(arguments.get(1)));
  }
}
