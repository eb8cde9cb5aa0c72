package io.synod.cli;

import io.synod.cli.storage.JournalStatistics;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** Counts what is in a journal. */
@Command(
    name = "stats",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Counts what is in the journal: records and bytes by type, records per segment, slots, views,"
          + " batches and requests; and tells what holds at its end: the epoch, the view that is"
          + " promised, and how far the log is decided.",
      "Exit code 1 if there are damaged records."
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
