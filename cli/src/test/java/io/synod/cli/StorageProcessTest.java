package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodClient;
import io.synod.core.settings.Durability;
import io.synod.replica.SynodReplica;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import io.synod.storage.journal.ScannedRecord;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replicas whose directory is not as it should be, or whose disk or memory fails them. Where the
 * claim is about a process, it is one.
 */
@Timeout(180)
final class StorageProcessTest {
  private static final long END_MILLIS_MAX = 10_000;
  private static final int SEGMENT_HEADER_BYTES = 512;
  private static final int VERSION_AT = 8;
  private static final int BODY_AT = 88;

  @TempDir Path folder;
  private List<Integer> ports = List.of();

  private Path data() {
    return folder.resolve("data");
  }

  private Path directory() {
    return data().resolve("replica-0");
  }

  /** A configuration of the cluster of {@link StoredReplica}, of so many replicas. */
  private Path config(int replicas, String durability) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append("cluster.name = ").append(StoredReplica.CLUSTER).append('\n');
    text.append("durability = ").append(durability).append('\n');
    text.append("storage.directory = ").append(data()).append('\n');
    text.append("storage.reserve = 1MiB\nstorage.repair-timeout = 200ms\n");
    text.append("journal.segment-bytes = 64KiB\n");
    ports = FreePorts.find(2 * replicas);
    for (int id = 0; id < replicas; id++) {
      text.append(
          "replica.%d = 127.0.0.1:%d:%d%n".formatted(id, ports.get(2 * id), ports.get(2 * id + 1)));
    }
    return Files.writeString(folder.resolve("cluster.properties"), text);
  }

  /** Starts the only replica in this JVM. */
  private static SynodReplica start(Path config) {
    return SynodReplica.builder()
        .config(SynodConfig.load(config))
        .id(0)
        .service(new EchoService())
        .start();
  }

  /** Starts the only replica for the first time, sends it a few requests, and ends it. */
  private void runOnce(Path config) throws Exception {
    try (SynodReplica replica = start(config);
        SynodClient client = client()) {
      for (int request = 0; request < 3; request++) {
        client.execute(new byte[10]);
      }
      assertThat(replica.closed()).isNotDone();
    }
  }

  /** That a start fails, with one line that says why, and nothing else. */
  private static void assertRefused(ReplicaEnd refused, String... reasons) {
    String output = refused.output();
    assertThat(refused.exitCode()).as(output).isEqualTo(1);
    assertThat(output.lines().filter(line -> line.startsWith("synod: ")))
        .as(output)
        .singleElement()
        .satisfies(line -> assertThat(line).contains(reasons));
    assertThat(output).doesNotContain("\tat ");
  }

  @Test
  void a_second_process_on_a_directory_is_refused_and_the_first_goes_on() throws Exception {
    Path config = config(1, "sync");
    try (ReplicaProcess first = ReplicaProcess.replica(config, EchoService.class)) {
      first.readUntil("leads view");
      assertRefused(
          ReplicaEnd.here(config, 0), directory().toString(), "in use by process " + first.pid());
      CommandRun look = CommandRun.of("log", "verify", directory().toString());
      assertThat(look.exitCode()).isEqualTo(1);
      assertThat(look.err()).contains("in use by process " + first.pid()).hasLineCount(1);
      first.terminate();
      assertThat(first.exitCode()).isZero();
    }
    assertThat(CommandRun.of("log", "verify", data().toString()).exitCode()).isZero();
  }

  @Test
  void a_directory_of_another_cluster_is_refused() throws Exception {
    StoredReplica.made(directory());
    Path config = config(1, "sync");
    Files.writeString(config, Files.readString(config).replace("orders", "invoices"));
    try (ReplicaProcess replica = ReplicaProcess.replica(config, EchoService.class)) {
      assertRefused(
          ReplicaEnd.of(replica), "belongs to replica 0 of cluster 'orders'", "of 'invoices'");
    }
  }

  @Test
  void a_directory_without_a_readable_identity_is_refused() throws Exception {
    StoredReplica.made(directory());
    StoredReplica.flip(directory().resolve("identity"), 20);
    StoredReplica.flip(directory().resolve("identity.copy"), 20);
    assertRefused(
        ReplicaEnd.here(config(1, "sync"), 0), directory().toString(), "has no readable identity");
  }

  @Test
  void a_journal_of_a_newer_format_is_refused_naming_both() throws Exception {
    Path config = config(1, "sync");
    runOnce(config);
    Path segment = directory().resolve("journal").resolve("0000000000000001.journal");
    makeNewer(segment);
    assertRefused(
        ReplicaEnd.here(config, 0), segment.toString(), "format version 2", "reads up to 1");
    CommandRun look = CommandRun.of("log", "verify", directory().toString());
    assertThat(look.exitCode()).isEqualTo(1);
    assertThat(look.err()).contains("format version 2").hasLineCount(1);
  }

  private static void makeNewer(Path segment) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
      byte[] header = new byte[SEGMENT_HEADER_BYTES];
      file.readFully(header);
      ByteBuffer bytes = ByteBuffer.wrap(header).putInt(VERSION_AT, 2);
      int checksumAt = SEGMENT_HEADER_BYTES - Integer.BYTES;
      CRC32C checksum = new CRC32C();
      checksum.update(header, 0, checksumAt);
      bytes.putInt(checksumAt, (int) checksum.getValue());
      file.seek(0);
      file.write(header);
    }
  }

  @Test
  void replicas_too_many_of_which_have_lost_their_memory_stop_with_1() throws Exception {
    KeptDirectories.made(data(), 1, settings -> settings.durability(Durability.VIEW));
    Path config = config(3, "view");
    // Longer than one may start behind the other, which otherwise ends before it.
    Files.writeString(
        config,
        Files.readString(config)
            .replace(StoredReplica.CLUSTER, KeptDirectories.NAME)
            .replace("repair-timeout = 200ms", "repair-timeout = 4s"));
    CompletableFuture<ReplicaEnd> first =
        CompletableFuture.supplyAsync(() -> ReplicaEnd.here(config, 0));
    ReplicaEnd second = ReplicaEnd.here(config, 1);
    assertStopped(first.join(), "too few other members still have theirs");
    assertStopped(second, "too few other members still have theirs");
  }

  @Test
  void a_replica_whose_disk_has_lost_a_vote_that_nobody_knows_stops_with_1() throws Exception {
    Path config = config(1, "sync");
    runOnce(config);
    ScannedRecord vote = new StoredReplica(directory()).vote(1);
    StoredReplica.flip(Path.of(vote.file()), vote.offset() + BODY_AT);
    assertStopped(ReplicaEnd.here(config, 0), "slot 1 ", vote.file(), "offset " + vote.offset());
  }

  @Test
  void a_replica_whose_disk_fails_stops_with_1() throws Exception {
    Path config = config(1, "sync");
    try (ReplicaProcess replica = ReplicaProcess.replica(config, EchoService.class)) {
      replica.readUntil("leads view");
      for (Path file : KeptDirectories.files(directory().resolve("journal"))) {
        Files.delete(file);
      }
      Files.delete(directory().resolve("journal"));
      try (SynodClient client = client()) {
        for (int request = 0; request < 400; request++) {
          client.send(new byte[1024]);
        }
        assertStopped(ReplicaEnd.of(replica), "could not ", "journal", "check the disk");
      }
    }
  }

  private SynodClient client() {
    return SynodClient.builder()
        .cluster(StoredReplica.CLUSTER)
        .replicas("127.0.0.1:" + ports.get(1))
        .requestTimeout(Duration.ofSeconds(30))
        .build();
  }

  /** That it ends by itself, and says why in its last line. */
  private static void assertStopped(ReplicaEnd stopped, String... reasons) {
    String output = stopped.output();
    assertThat(stopped.exitCode()).as(output).isEqualTo(1);
    assertThat(output.lines().filter(line -> line.startsWith("synod: ")))
        .as(output)
        .singleElement()
        .satisfies(
            line -> assertThat(line).startsWith("synod: the replica stopped: ").contains(reasons));
  }

  @Test
  void a_replica_that_recovers_ends_with_0_soon_after_sigterm() throws Exception {
    Path config = config(1, "sync");
    Files.writeString(config, "snapshot.log-slots = 1\n", StandardOpenOption.APPEND);
    try (SynodReplica replica = start(config);
        SynodClient client = client()) {
      client.execute(new byte[1]);
      awaitSnapshot();
      assertThat(replica.closed()).isNotDone();
    }
    try (ReplicaProcess replica = ReplicaProcess.replica(config, BlockedRestoreService.class)) {
      replica.readUntil("restoring");
      assertEndsWell(replica);
    }
  }

  private void awaitSnapshot() throws IOException {
    Path snapshots = directory().resolve("snapshots");
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (KeptDirectories.files(snapshots).stream().noneMatch(StorageProcessTest::isSnapshot)) {
      assertThat(System.nanoTime()).isLessThan(giveUp);
      LockSupport.parkNanos(10_000_000);
    }
  }

  private static boolean isSnapshot(Path file) {
    return file.toString().endsWith(".snapshot");
  }

  @Test
  void a_replica_that_waits_to_join_ends_with_0_soon_after_sigterm() throws Exception {
    try (ReplicaProcess replica = ReplicaProcess.replica(config(3, "sync"), EchoService.class)) {
      replica.readUntil("starts for the first time");
      assertEndsWell(replica);
    }
  }

  private static void assertEndsWell(ReplicaProcess replica) throws Exception {
    replica.terminate();
    assertThat(replica.endsWithin(END_MILLIS_MAX)).isTrue();
    assertThat(replica.exitCode()).isZero();
  }
}
