package io.synod.cli;

import io.synod.cli.storage.SnapshotReport;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** Lists snapshots. */
@Command(
    name = "list",
    description = {
      "Lists the snapshots, the newest first: which slots each holds, its size, when it was made.",
      "Reads their headers only; exit code 1 if one of those is damaged."
    })
final class SnapshotListCommand implements Callable<Integer> {
  @Mixin private StoppedReplicaArgument argument;

  @Override
  public Integer call() throws IOException {
    SnapshotReport report = SnapshotReport.list(argument.open(), System.currentTimeMillis());
    argument.print(report::text, report::json);
    return report.isWell() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
