package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.replica.config.SynodConfig;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.JournalScan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
    return CommandRun.of(backupWords(cluster), more);
  }

  List<String> backupWords(FileCluster cluster) {
    return List.of("backup", "--config", cluster.file.toString(), "--to", backup().toString());
  }

  /** Follows from the snapshot on while {@code load} runs; returns what is printed before that. */
  String follow(FileCluster cluster, Load load) throws Exception {
    return follow(cluster, null, load);
  }

  String follow(FileCluster cluster, InetSocketAddress from, Load load) throws Exception {
    return follow(cluster, cluster.config, from, load);
  }

  /**
   * As {@code synod backup --follow} does until it is ended, without its process.
   *
   * @param config of the command
   * @param from the source of the snapshot; null for any replica
   */
  String follow(FileCluster cluster, SynodConfig config, InetSocketAddress from, Load load)
      throws Exception {
    StringWriter said = new StringWriter();
    BackupRun run = new BackupRun(config, backup(), new PrintWriter(said));
    CompletableFuture<Void> closed = run.start(from, true);
    String begin;
    try {
      FileCluster.await(
          "slots", () -> closed.isDone() || said.toString().contains("keeps the slots from"));
      begin = said.toString();
      load.run();
      long end = cluster.awaitEqual();
      FileCluster.await(
          "slot " + (end - 1), () -> closed.isDone() || lastSlot(backup()) >= end - 1);
      assertThat(closed).as(said.toString()).isNotDone();
    } finally {
      run.close();
    }
    assertThat(closed).succeedsWithin(LONG);
    assertThat(run.isWhole()).isTrue();
    return begin;
  }

  /** Until the process has written a record of this slot. */
  static void awaitSlots(ReplicaProcess process, Path backup, long last) throws Exception {
    process.await("slot " + last, () -> lastSlot(backup) >= last);
  }

  private static long lastSlot(Path backup) {
    long[] last = {-1};
    JournalScan.read(
        FileDisk.readOnly(backup.resolve("journal")),
        record -> last[0] = Math.max(last[0], record.slot()));
    return last[0];
  }

  interface Load {
    void run() throws Exception;
  }

  CommandRun verify() {
    return CommandRun.of("backup", "verify", backup().toString());
  }

  CommandRun restore(FileCluster cluster, int id, String... more) {
    return CommandRun.of(
        List.of(
            "restore",
            "--from",
            backup().toString(),
            "--config",
            cluster.file.toString(),
            "--id",
            Integer.toString(id)),
        more);
  }

  void restoreAll(FileCluster cluster, String... more) {
    for (int id = 0; id < FileCluster.REPLICAS; id++) {
      restore(cluster, id, more).assertWell();
    }
  }

  static List<Path> filesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }
}
