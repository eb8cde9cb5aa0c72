package io.synod.cli;

import io.synod.storage.backup.Backup;
import io.synod.storage.backup.BackupDescription;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads a backup from the first byte to the last. */
@Command(
    name = "verify",
    description = {
      "Reads all of a backup: verifies every checksum and the digest of the snapshot, and that no slot"
          + " behind it is missing. Changes nothing.",
      "Exit code 1 if the backup is damaged or was cut short."
    })
final class BackupVerifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The backup's directory.")
  private Path directory;

  @Override
  public Integer call() throws IOException {
    Backup backup = Backup.open(directory);
    Backup.Extent extent;
    try (ReadProgress progress = new ReadProgress("verify", RestoreCommand.bytes(directory))) {
      extent = backup.verify(progress);
    }
    BackupDescription description = backup.description();
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "cluster '%s', made by Synod %s%n%s%n",
        description.cluster(), description.version(), snapshot(description));
    if (extent.slots() > 0) {
      out.printf(
          "slots %d to %d, %d bytes of requests%n",
          description.end(), extent.end() - 1, extent.slotBytes());
    }
    out.printf("the backup is whole: it can be restored %s%n", range(description, extent));
    return ExitCode.OK;
  }

  private static String snapshot(BackupDescription description) {
    if (!description.hasSnapshot()) {
      return "no snapshot: its slots begin with the first one";
    }
    return "snapshot of all slots before %d, leader time %s, %d bytes%ndigest %s"
        .formatted(
            description.end(),
            Instant.ofEpochMilli(description.leaderTimeMillis()),
            description.bytes(),
            description.digest());
  }

  private static String range(BackupDescription description, Backup.Extent extent) {
    return extent.slots() == 0
        ? "up to slot " + (extent.end() - 1)
        : "up to any slot from %d to %d"
            .formatted(Math.max(0, description.end() - 1), extent.end() - 1);
  }
}
