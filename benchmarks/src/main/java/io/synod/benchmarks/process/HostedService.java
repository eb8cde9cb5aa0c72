package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Target;
import io.synod.service.Service;
import java.util.List;

/** What the replicas of a cluster serve; survives as arguments of their processes. */
public sealed interface HostedService permits ServiceSizes, HostedService.KeyValues {
  /** Values under keys of 8 bytes. */
  HostedService KEY_VALUES = new KeyValues();

  /** Length of every answer, or {@link Target#ANY_ANSWER_BYTES}. */
  int answerBytes();

  /** For one replica, as it is at first. */
  Service start();

  /** Which {@link #parse} reads. */
  List<String> arguments();

  static HostedService parse(List<String> arguments) {
    if (arguments.equals(KEY_VALUES.arguments())) {
      return KEY_VALUES;
    }
    return new ServiceSizes(Integer.parseInt(arguments.get(0)), Long.parseLong(arguments.get(1)));
  }

  /** The {@link KeyValueService}. */
  record KeyValues() implements HostedService {

    @Override
    public int answerBytes() {
      return Target.ANY_ANSWER_BYTES;
    }

    @Override
    public Service start() {
      return new KeyValueService();
    }

    @Override
    public List<String> arguments() {
      return List.of("key-values");
    }
  }
}
