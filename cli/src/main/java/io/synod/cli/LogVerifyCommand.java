package io.synod.cli;

import io.synod.cli.storage.JournalReport;
import io.synod.cli.storage.StoppedReplica;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** Reads all of a journal and predicts what its replica does when it starts. */
@Command(
    name = "verify",
    description = {
      "Reads every record of the journal, verifies its checksums, and shows what the replica would do"
          + " when it starts: cut a torn tail, repair damaged slots from its peers, or join anew.",
      "Exit code 1 if a durable record is damaged or missing. A torn tail is no damage:"
          + " it was being written when the replica ended, before any message depended on it."
    })
final class LogVerifyCommand implements Callable<Integer> {
  @Mixin private StoppedReplicaArgument argument;

  @Override
  public Integer call() throws IOException {
    StoppedReplica replica = argument.open();
    JournalReport report;
    try (ReadProgress progress = new ReadProgress("verify", replica.journalBytes())) {
      report = JournalReport.read(replica, progress);
    }
    argument.print(report::text, report::json);
    return report.isWell() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
