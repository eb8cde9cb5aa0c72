package io.synod.cli;

import io.synod.cli.storage.JournalStatistics;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** Counts the records of a journal. */
@Command(
    name = "stats",
    description = {
      "Counts the journal's records and bytes by type, records per segment, slots, views,"
          + " batches and requests. Also shows the state at its end: the incarnation, the promised"
          + " view, and how far the log is decided.",
      "Exit code 1 if there is no journal, or if a durable record is damaged or lost."
    })
final class LogStatsCommand implements Callable<Integer> {
  @Mixin private StoppedReplicaArgument argument;

  @Override
  public Integer call() throws IOException {
    JournalStatistics statistics = JournalStatistics.read(argument.open());
    argument.print(statistics::text, statistics::json);
    return statistics.isWell() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
