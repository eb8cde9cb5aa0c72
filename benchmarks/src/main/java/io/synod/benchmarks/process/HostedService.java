package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Target;
import io.synod.service.Service;
import java.util.List;

/**
 * The service of a cluster's replicas; can be passed as arguments of their processes.
 *
 * @param answerBytes length of every answer, or {@link Target#ANY_ANSWER_BYTES} for a store of
 *     values under keys of 8 bytes
 * @param stateBytes size of a snapshot of an idle service
 */
public record HostedService(int answerBytes, long stateBytes) {
  /** A store of values under keys of 8 bytes. */
  public static final HostedService KEY_VALUES = new HostedService(Target.ANY_ANSWER_BYTES, 0);

  public HostedService {
    if (answerBytes < Target.ANY_ANSWER_BYTES || stateBytes < 0) {
      throw new IllegalArgumentException(
          "answers of %d bytes, state of %d".formatted(answerBytes, stateBytes));
    }
  }

  /** A service that does not process requests. */
  public static HostedService idle(int answerBytes, long stateBytes) {
    if (answerBytes < 0) {
      throw new IllegalArgumentException("answers of %d bytes".formatted(answerBytes));
    }
    return new HostedService(answerBytes, stateBytes);
  }

  /** A new instance for one replica. */
  Service start() {
    return equals(KEY_VALUES) ? new KeyValueService() : new NullService(answerBytes, stateBytes);
  }

  /** The arguments that {@link #parse} reads. */
  List<String> arguments() {
    return List.of(String.valueOf(answerBytes), String.valueOf(stateBytes));
  }

  static HostedService parse(List<String> arguments) {
    return new HostedService(Integer.parseInt(arguments.get(0)), Long.parseLong(arguments.get(1)));
  }
}
