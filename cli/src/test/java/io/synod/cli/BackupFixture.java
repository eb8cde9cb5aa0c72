package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.JournalScan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** A backup of three replicas, and what makes and restores it. */
abstract class BackupFixture {
  static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path folder;

  Path backup() {
    return folder.resolve("backup");
  }

  CommandRun backup(FileCluster cluster, String... more) {
    List<String> words = new ArrayList<>(backupWords(cluster));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray(new String[0]));
  }

  List<String> backupWords(FileCluster cluster) {
    return List.of("backup", "--config", cluster.file.toString(), "--to", backup().toString());
  }

  /** Follows in a process of its own from the snapshot on, while {@code load} runs. */
  String follow(FileCluster cluster, Load load, String... more) throws Exception {
    List<String> words = new ArrayList<>(backupWords(cluster));
    words.add("--follow");
    words.addAll(List.of(more));
    try (ReplicaProcess process = ReplicaProcess.start(words)) {
      String begin = process.readUntil("keeps the slots from");
      load.run();
      long end = cluster.awaitEqual();
      awaitSlots(process, backup(), end - 1);
      process.terminate();
      assertThat(process.exitCode()).isZero();
      return begin;
    }
  }

  /** Until the process has written a record of this slot. */
  static void awaitSlots(ReplicaProcess process, Path backup, long last) throws Exception {
    Path journal = backup.resolve("journal");
    process.await("slot " + last, () -> lastSlot(journal) >= last);
  }

  private static long lastSlot(Path journal) {
    long[] last = {-1};
    JournalScan.read(
        FileDisk.readOnly(journal), record -> last[0] = Math.max(last[0], record.slot()));
    return last[0];
  }

  interface Load {
    void run() throws Exception;
  }

  CommandRun verify() {
    return CommandRun.of("backup", "verify", backup().toString());
  }

  CommandRun restore(FileCluster cluster, int id, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "restore",
                "--from",
                backup().toString(),
                "--config",
                cluster.file.toString(),
                "--id",
                Integer.toString(id)));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray(new String[0]));
  }

  void restoreAll(FileCluster cluster, String... more) {
    for (int id = 0; id < FileCluster.REPLICAS; id++) {
      assertWell(restore(cluster, id, more));
    }
  }

  static void assertWell(CommandRun run) {
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  static List<Path> filesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }
}
