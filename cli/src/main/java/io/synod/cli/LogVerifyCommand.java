package io.synod.cli;

import io.synod.cli.storage.JournalReport;
import io.synod.cli.storage.StoppedReplica;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** Reads all of a journal and says what a start would make of it. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Reads every record of the journal, verifies its checksums, and says what the replica would do"
          + " when it starts: cut a torn tail, repair damaged slots from its peers, or join anew.",
      "Exit code 1 if anything that was durable is damaged or missing. A torn tail is no damage:"
          + " it was being written when the replica ended, and was told to nobody."
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
