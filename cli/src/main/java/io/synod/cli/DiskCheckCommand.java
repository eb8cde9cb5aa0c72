package io.synod.cli;

import io.synod.cli.storage.DiskCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures how long a disk takes for the journal's writes. */
@Command(
    name = "check",
    description = {
      "Measures how long the disk takes for durable writes such as the journal's, and shows how"
          + " a replica would write to it.",
      "Writes a file of 1 MiB in DIR, disk.trial, for a few seconds, and deletes it; the next check does if this"
          + " one is ended before. A replica that uses the disk meanwhile becomes slower, and so do the measured"
          + " writes.",
      "Exit code 1 if the disk is so fast that its writes cannot be durable."
    })
final class DiskCheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DIR",
      description = "A directory on the disk, such as storage.directory.")
  private Path directory;

  @Override
  public Integer call() throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new ParameterException(
          spec.commandLine(), "there is no directory %s".formatted(directory));
    }
    if (!Files.isWritable(directory)) {
      throw new CommandFailure("cannot write in %s: permission denied".formatted(directory));
    }
    DiskCheck check = DiskCheck.of(directory);
    spec.commandLine().getOut().print(check.text());
    return check.keepsWhatItIsSent() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
