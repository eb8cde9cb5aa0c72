package io.synod.cli;

import io.synod.cli.storage.JournalDump;
import io.synod.cli.storage.JournalReport;
import io.synod.cli.storage.StoppedReplica;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints every record of a journal. */
@Command(
    name = "dump",
    description = {
      "Prints every record of the journal, a line for each, while it reads: segment, offset, number,"
          + " type, slot, view and size. Invalid records are marked TORN, DAMAGED or VOID.",
      "Exit code 1, and a line on standard error, if a record is damaged."
    })
final class LogDumpCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private StoppedReplicaArgument argument;

  @Option(
      names = "--from",
      paramLabel = "SLOT",
      defaultValue = "0",
      description = "The first slot that is shown; leaves out records without a slot.")
  private long from;

  @Option(
      names = "--to",
      paramLabel = "SLOT",
      description = "The last slot that is shown; leaves out records without a slot.")
  private Long to;

  @Option(
      names = "--requests",
      description = "Also shows the requests of each batch: session, sequence and bytes.")
  private boolean requests;

  @Override
  public Integer call() throws IOException {
    long last = to == null ? Long.MAX_VALUE : to;
    if (from < 0 || last < from) {
      throw new ParameterException(
          spec.commandLine(), "there are no slots from %d to %d".formatted(from, last));
    }
    StoppedReplica replica = argument.open();
    JournalReport report =
        JournalDump.write(
            replica,
            new JournalDump.Selection(from, last, requests),
            argument.wantsJson(),
            spec.commandLine().getOut());
    if (report == null || report.isWell()) {
      if (report != null && !report.hasJournal()) {
        // Not where programs read records.
        spec.commandLine().getErr().println(report.verdict());
      }
      return ExitCode.OK;
    }
    throw new CommandFailure(
        "%s: %s 'synod log verify' shows where".formatted(replica.directory(), report.verdict()));
  }
}
