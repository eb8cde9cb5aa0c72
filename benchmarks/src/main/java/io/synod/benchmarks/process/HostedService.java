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
 * @param events that each request of an idle service publishes to its own session, each as long as
 *     the request
 */
public record HostedService(int answerBytes, long stateBytes, int events) {
  /** A store of values under keys of 8 bytes. */
  public static final HostedService KEY_VALUES = new HostedService(Target.ANY_ANSWER_BYTES, 0, 0);

  public HostedService {
    if (answerBytes < Target.ANY_ANSWER_BYTES || stateBytes < 0 || events < 0) {
      throw new IllegalArgumentException(
          "answers of %d bytes, state of %d, %d events".formatted(answerBytes, stateBytes, events));
    }
  }

  /** A service that does not process requests. */
  public static HostedService idle(int answerBytes, long stateBytes) {
    if (answerBytes < 0) {
      throw new IllegalArgumentException("answers of %d bytes".formatted(answerBytes));
    }
    return new HostedService(answerBytes, stateBytes, 0);
  }

  /** The same, with so many events of each request. */
  public HostedService withEvents(int ofEachRequest) {
    return new HostedService(answerBytes, stateBytes, ofEachRequest);
  }

  /** A new instance for one replica. */
  Service start() {
    return equals(KEY_VALUES)
        ? new KeyValueService()
        : new NullService(answerBytes, stateBytes, events);
  }

  /** The arguments that {@link #parse} reads. */
  List<String> arguments() {
    return List.of(String.valueOf(answerBytes), String.valueOf(stateBytes), String.valueOf(events));
  }

  static HostedService parse(List<String> arguments) {
    return new HostedService(
        Integer.parseInt(arguments.get(0)),
        Long.parseLong(arguments.get(1)),
        Integer.parseInt(arguments.get(2)));
  }
}
