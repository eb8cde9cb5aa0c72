package io.synod.examples.blobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodClient;
import io.synod.examples.process.ProcessCluster;
import io.synod.examples.process.ReplicaReport;
import io.synod.process.Program;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Replicas whose snapshot is several times larger than their heap. The long run, of 2 GiB:
 *
 * <pre>
 * mvn -pl examples -am test -Dtest=BlobProcessesTest -Dsurefire.failIfNoSpecifiedTests=false \
 *   -Dsynod.blobs.state-mib=2048 -Dsynod.blobs.heap-mib=512
 * </pre>
 */
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
final class BlobProcessesTest {
  private static final int STATE_MIB = Integer.getInteger("synod.blobs.state-mib", 160);
  private static final int HEAP_MIB = Integer.getInteger("synod.blobs.heap-mib", 64);
  private static final int BLOCKS = (int) (((long) STATE_MIB << 20) / BlobStore.BLOCK_BYTES_MAX);
  private static final int BLOCKS_PER_REQUEST = 8;

  // Slots of 1 KiB: more than log.margin-bytes and a snapshot hold, since a peer keeps its journal
  // from the snapshot before the newest one on.
  private static final int SLOTS_BEYOND_MARGIN = 150;
  private static final Duration LEADER_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration CATCH_UP_MAX = Duration.ofSeconds(300);
  private static final Pattern TOLD = Pattern.compile("slot \\d+: \\d+ blocks in all, digest \\d+");

  // Each ends when it is out of memory, and the cluster's test with it.
  private static final Program PROGRAM =
      new Program(
          BlobMain.class,
          List.of("-Xmx" + HEAP_MIB + "m", "-XX:+ExitOnOutOfMemoryError", "-Dsynod.log=info"),
          false);

  @Test
  void a_replica_gets_a_snapshot_larger_than_its_heap_while_the_others_serve() throws Exception {
    ProcessCluster created =
        ProcessCluster.create(
            PROGRAM,
            3,
            "durability = sync",
            // Small, so that the journals do not reach back and a snapshot is needed.
            "journal.segment-bytes = 64KiB",
            "snapshot.log-slots = 60",
            "log.margin-bytes = 64KiB",
            "snapshot.max-rate = 1GiB",
            "snapshot.part-bytes = 1MiB");
    try (ProcessCluster cluster = created;
        SynodClient client =
            cluster.clientBuilder().requestTimeout(Duration.ofSeconds(60)).build()) {
      cluster.start();
      int emptied = (cluster.awaitLeader(LEADER_TIMEOUT) + 1) % cluster.size();
      fill(client);
      writeUntilNobodyHasTheFirstSlots(cluster, client);
      cluster.kill(emptied);
      write(client, 0);
      cluster.forget(emptied);
      cluster.start(emptied);
      assertThat(serveUntilCaughtUp(cluster, client, emptied)).isPositive();
      ReplicaReport report = cluster.awaitReport(emptied, CATCH_UP_MAX);
      assertThat(report.incarnation()).as("it has lost its memory").isEqualTo(2);
      assertThat(report.snapshotsFetched()).isPositive();
      assertThat(largestSnapshot(cluster, emptied)).isGreaterThan((long) HEAP_MIB << 20);
      assertSame(cluster, client);

      cluster.kill(emptied);
      cluster.start(emptied);
      serveUntilCaughtUp(cluster, client, emptied);
      assertThat(cluster.awaitReport(emptied, CATCH_UP_MAX).snapshotsFetched())
          .as("it has its own")
          .isZero();
      assertSame(cluster, client);
      cluster.delete();
    }
  }

  private static void fill(SynodClient client) throws Exception {
    for (int first = 0; first < BLOCKS; first += BLOCKS_PER_REQUEST) {
      client.execute(BlobStore.fill(first, Math.min(BLOCKS_PER_REQUEST, BLOCKS - first), 42));
    }
    long bytes = ByteBuffer.wrap(client.executeQuery(BlobStore.size())).getLong();
    assertThat(bytes).isEqualTo((long) STATE_MIB << 20).isGreaterThan(2L * HEAP_MIB << 20);
  }

  /** Small: the others keep all of them that come while a replica is down. */
  private static void write(SynodClient client, int number) throws Exception {
    write(client, number, Integer.BYTES);
  }

  private static void write(SynodClient client, int number, int length) throws Exception {
    byte[] bytes = ByteBuffer.allocate(length).putInt(number).array();
    client.execute(BlobStore.put(number % BLOCKS, bytes));
  }

  /** A replica that begins from nothing needs a snapshot then. */
  private static void writeUntilNobodyHasTheFirstSlots(ProcessCluster cluster, SynodClient client)
      throws Exception {
    int leader = cluster.awaitLeader(LEADER_TIMEOUT);
    long filled = cluster.awaitReport(leader, CATCH_UP_MAX).decided();
    long deadline = System.nanoTime() + CATCH_UP_MAX.toNanos();
    int number = 0;
    for (int id = 0; id < cluster.size(); id++) {
      while (snapshotEnd(cluster, id) < filled + SLOTS_BEYOND_MARGIN) {
        assertThat(System.nanoTime()).as("a snapshot in time").isLessThan(deadline);
        write(client, number++, 1 << 10);
      }
    }
  }

  private static long snapshotEnd(ProcessCluster cluster, int id) throws Exception {
    ReplicaReport report = cluster.report(id);
    return report == null ? 0 : report.snapshotEnd();
  }

  /** How many writes were answered until the replica had all of them. */
  private static int serveUntilCaughtUp(ProcessCluster cluster, SynodClient client, int id)
      throws Exception {
    long deadline = System.nanoTime() + CATCH_UP_MAX.toNanos();
    int served = 0;
    do {
      assertThat(System.nanoTime()).as("caught up in time").isLessThan(deadline);
      cluster.checkAlive();
      write(client, ++served);
    } while (cluster.slotsBehind(id) != 0);
    return served;
  }

  private static long largestSnapshot(ProcessCluster cluster, int id) throws IOException {
    Path snapshots = cluster.data(id).resolve("snapshots");
    try (Stream<Path> files = Files.walk(snapshots)) {
      return files.mapToLong(file -> file.toFile().length()).max().orElse(0);
    }
  }

  /**
   * Every replica logs the digest of its own blocks, after the same slot. A replica keeps its
   * status for a while for frequent requests, so that it may seem caught up before it has logged
   * the digest: then all are asked again.
   */
  private static void assertSame(ProcessCluster cluster, SynodClient client) throws Exception {
    long deadline = System.nanoTime() + CATCH_UP_MAX.toNanos();
    long digest;
    List<String> reports = List.of();
    do {
      assertThat(System.nanoTime()).as("all logged in time: %s", reports).isLessThan(deadline);
      digest = ByteBuffer.wrap(client.execute(BlobStore.tell(0, BLOCKS))).getLong();
      reports = reports(cluster);
    } while (reports.stream().map(BlobProcessesTest::slot).distinct().count() > 1);
    assertThat(reports).as("logs in %s", cluster.directory()).containsOnly(reports.get(0));
    assertThat(reports.get(0)).endsWith("digest " + digest);
  }

  private static List<String> reports(ProcessCluster cluster) throws Exception {
    List<String> reports = new ArrayList<>();
    for (int id = 0; id < cluster.size(); id++) {
      cluster.awaitCaughtUp(id, CATCH_UP_MAX);
      reports.add(lastReport(cluster, id));
    }
    return reports;
  }

  private static String slot(String report) {
    return report.split(":")[0];
  }

  private static String lastReport(ProcessCluster cluster, int id) throws IOException {
    Matcher matcher = TOLD.matcher(Files.readString(cluster.log(id)));
    String last = "";
    while (matcher.find()) {
      last = matcher.group();
    }
    return last;
  }
}
