package io.synod.cli;

import io.synod.replica.BackupRestore;
import io.synod.replica.config.SynodConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes a replica of a new cluster from a backup. */
@Command(
    name = "restore",
    description = {
      "Makes the directory of a replica of a new cluster from a backup.",
      "The new cluster has another cluster.name, so that clients, learners and subscribers of the old one"
          + " are refused. Restore every replica of it from the same backup and with the same"
          + " --until, then start all of them: they form the cluster.",
      "The settings session.*, service.* and membership.alpha must be those of the old cluster."
          + " The number of replicas may be another one."
    })
final class RestoreCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "DIR",
      description = "The backup's directory.")
  private Path from;

  @Mixin private ConfigOptions config;

  @Option(
      names = "--id",
      required = true,
      paramLabel = "N",
      description = "The replica's number: N of replica.N. Its directory must be empty or absent.")
  private int id;

  @Option(
      names = "--until",
      paramLabel = "SLOT",
      description =
          "The last slot that is restored: the requests of this slot and of all slots before it are"
              + " executed. Default: the last slot of the backup.")
  private Long until;

  @Override
  public Integer call() throws IOException {
    if (until != null && until < 0) {
      throw new ParameterException(
          spec.commandLine(), "--until is a slot, 0 or more, not " + until);
    }
    SynodConfig loaded = config.load();
    int checkedId = config.checkedId(loaded, id);
    BackupRestore.Restored restored;
    try (ReadProgress progress = new ReadProgress("verify", bytes(from))) {
      long last = until == null ? BackupRestore.ALL : until;
      restored = BackupRestore.restore(loaded, checkedId, from, last, progress);
    }
    spec.commandLine()
        .getOut()
        .printf(
            "%s holds the state of all slots before %d, %d of them to be executed at the start%n"
                + "origin %s: all replicas of cluster '%s' must be restored with the same%n",
            restored.directory(),
            restored.end(),
            restored.slots(),
            restored.digest(),
            loaded.cluster().name());
    return ExitCode.OK;
  }

  /** Of the files of a backup; 0 if it is none. */
  static long bytes(Path backup) throws IOException {
    if (!Files.isDirectory(backup)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(backup)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (UncheckedIOException unreadable) {
      throw unreadable.getCause();
    }
  }
}
