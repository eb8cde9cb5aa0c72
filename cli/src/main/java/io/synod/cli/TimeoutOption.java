package io.synod.cli;

import java.time.Duration;
import picocli.CommandLine.Option;

/** How long a command waits for a replica's answer, or until it has changed something. */
final class TimeoutOption {

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "2s",
      converter = DurationOption.class,
      description = "How long to wait for the answer or the change, such as 500ms or 2s.")
  private Duration timeout;

  Duration value() {
    return timeout;
  }
}
