package io.synod.cli;

import io.synod.cli.storage.SnapshotReport;
import io.synod.cli.storage.StoppedReplica;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reads snapshots from the first byte to the last. */
@Command(
    name = "verify",
    description = {
      "Reads every chunk of every snapshot and verifies its checksum.",
      "Exit code 1 if one is damaged, with the file, the offset and what to do."
    })
final class SnapshotVerifyCommand implements Callable<Integer> {
  private static final long ALL = -1;

  @Mixin private StoppedReplicaArgument argument;

  @Option(
      names = "--end",
      paramLabel = "SLOT",
      description = "Only the snapshot of all slots before this one.")
  private Long end;

  @Override
  public Integer call() throws IOException {
    if (end != null && end < 0) {
      throw argument.badUsage(new IllegalArgumentException("--end is 0 or more, not " + end));
    }
    StoppedReplica replica = argument.open();
    long now = System.currentTimeMillis();
    SnapshotReport report = SnapshotReport.list(replica, now);
    try (ReadProgress progress = new ReadProgress("verify", report.bytes())) {
      report = SnapshotReport.verify(replica, end == null ? ALL : end, now, progress);
    } catch (IllegalArgumentException noSuchSnapshot) {
      throw argument.badUsage(noSuchSnapshot);
    }
    argument.print(report::text, report::json);
    return report.isWell() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
