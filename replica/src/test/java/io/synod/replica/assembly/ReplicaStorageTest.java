package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.effect.JournalRecord;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.message.MemberStatus;
import io.synod.core.settings.Durability;
import io.synod.replica.LocalCluster;
import io.synod.replica.config.SynodConfig;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import io.synod.storage.snapshot.SnapshotWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a replica restores from before anything of it runs. */
final class ReplicaStorageTest {
  // More than one chunk of a snapshot, so that its end is read later than its beginning.
  private static final int STATE_BYTES = 600_000;

  @TempDir Path directory;

  @Test
  void a_replica_whose_snapshot_cannot_be_read_twice_does_not_start() throws IOException {
    SynodConfig config =
        LocalCluster.addresses(3).durability(Durability.SYNC).storageDirectory(directory).build();
    BulkService service = new BulkService();
    try (ReplicaStorage storage = open(config, service);
        ExecutionSnapshot captured = execution(config, service).capture();
        SnapshotWriter writer = storage.snapshots().begin(1)) {
      captured.writeTo(writer);
      writer.publish();
    }
    Path file = directory.resolve("replica-0/snapshots/0000000000000001.snapshot");
    service.onRestoring = () -> changeEnd(file);

    // It was whole when it was looked at: the state is neither that of before nor of this snapshot.
    assertThatThrownBy(() -> open(config, service))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("cannot start from its directory")
        .hasMessageContaining(file.getFileName() + " is damaged");

    service.onRestoring = () -> {};
    try (ReplicaStorage storage = open(config, service)) {
      assertThat(storage.recovered().incompleteBecause())
          .isEqualTo("the newest snapshot is damaged");
      assertThat(storage.snapshots().list()).isEmpty();
    }
    assertThat(service.restored).isFalse();
  }

  @Test
  void a_damaged_snapshot_counts_at_each_start_until_a_newer_one_is_there() throws IOException {
    SynodConfig config =
        LocalCluster.addresses(3).durability(Durability.SYNC).storageDirectory(directory).build();
    BulkService service = new BulkService();
    open(config, service).close();
    Path snapshots = directory.resolve("replica-0/snapshots");
    Files.write(snapshots.resolve("0000000000000005.snapshot.damaged"), new byte[9]);

    for (int start = 0; start < 2; start++) {
      try (ReplicaStorage storage = open(config, service)) {
        assertThat(storage.recovered().incompleteBecause())
            .isEqualTo("the newest snapshot is damaged");
        assertThat(storage.recovered().damagedSnapshotEnd()).isEqualTo(5);
      }
    }

    try (ReplicaStorage storage = open(config, service);
        ExecutionSnapshot captured = execution(config, service).capture();
        SnapshotWriter writer = storage.snapshots().begin(5)) {
      captured.writeTo(writer);
      writer.publish();
    }
    try (ReplicaStorage storage = open(config, service)) {
      assertThat(storage.recovered().incompleteBecause()).isNull();
    }
  }

  /** Its cluster may have had one member when the file was written. */
  @Test
  void a_damaged_snapshot_counts_where_the_members_are_more_than_the_file_lists()
      throws IOException {
    SynodConfig config =
        LocalCluster.addresses(1).durability(Durability.SYNC).storageDirectory(directory).build();
    BulkService service = new BulkService();
    Incarnations alone = new Incarnations(List.of(new Incarnation(1, 0)));
    try (ReplicaStorage storage = open(config, service)) {
      storage.journal().append(new JournalRecord.Joined(alone, MemberStatus.MEMBER));
      storage.journal().append(new JournalRecord.Voted(new View(1, 0), 0, Batch.NOOP));
      storage.journal().append(new JournalRecord.DecidedUpTo(1));
    }
    Path snapshots = directory.resolve("replica-0/snapshots");
    Files.write(snapshots.resolve("0000000000000001.snapshot.damaged"), new byte[9]);
    try (ReplicaStorage storage = open(config, service)) {
      assertThat(storage.recovered().incompleteBecause()).as("alone").isNull();
      // Others decided slot 0, perhaps otherwise, and it has fetched their snapshot.
      storage.journal().append(new JournalRecord.Promised(View.first(1)));
    }
    try (ReplicaStorage storage = open(config, service)) {
      assertThat(storage.recovered().incompleteBecause())
          .isEqualTo("the newest snapshot is damaged");
      assertThat(storage.recovered().log(Durability.SYNC).decided())
          .as("its vote is not taken for the decision")
          .isZero();
    }
  }

  /** The directory itself may have been read before. */
  @Test
  void an_interrupted_thread_may_try_again() throws IOException {
    SynodConfig config =
        LocalCluster.addresses(3).durability(Durability.SYNC).storageDirectory(directory).build();
    BulkService service = new BulkService();
    try (ReplicaStorage storage = open(config, service);
        ExecutionSnapshot captured = execution(config, service).capture();
        SnapshotWriter writer = storage.snapshots().begin(1)) {
      captured.writeTo(writer);
      writer.publish();
    }
    service.onRestoring = () -> Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> open(config, service))
          .isInstanceOf(StartFailure.class)
          .hasMessageEndingWith("this thread was interrupted meanwhile; try again");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    service.onRestoring = () -> {};
    open(config, service).close();
  }

  @Test
  void a_longer_list_of_replicas_before_the_first_change_is_refused_with_what_to_do()
      throws IOException {
    SynodConfig three =
        LocalCluster.addresses(3).durability(Durability.SYNC).storageDirectory(directory).build();
    open(three, new BulkService()).close();
    SynodConfig four =
        LocalCluster.addresses(4).durability(Durability.SYNC).storageDirectory(directory).build();
    assertThatThrownBy(() -> open(four, new BulkService()))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("it was written with replicas = 3, and 4 is configured")
        .hasMessageContaining("start it with the lines that it had");
  }

  /** As leader, or to one that catches up, it would have to send what no frame carries. */
  @Test
  void frames_that_are_too_short_for_the_journal_are_refused_with_what_to_do() throws IOException {
    SynodConfig before = framesOf("8MiB");
    byte[] bytes = new byte[4 << 20];
    int payload = bytes.length - Batch.HEADER_BYTES - BatchEntry.HEADER_BYTES;
    BatchEntry.putHeader(bytes, Batch.HEADER_BYTES, payload, 1, 1, 1);
    try (ReplicaStorage storage = open(before, new BulkService())) {
      storage.journal().append(new JournalRecord.Learnt(0, Batch.close(bytes, 1, 1)));
      storage.journal().commit();
    }

    assertThatThrownBy(() -> open(framesOf("3MiB"), new BulkService()))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("its journal holds a batch of 4194304 bytes in slot 0")
        .hasMessageContaining("network.max-frame");

    open(before, new BulkService()).close();
  }

  private SynodConfig framesOf(String bytes) {
    return LocalCluster.addresses(3)
        .durability(Durability.SYNC)
        .storageDirectory(directory)
        .set("network.max-frame", bytes)
        .set("catch-up.max-bytes", "256KiB")
        .build();
  }

  private static ReplicaStorage open(SynodConfig config, Service service) {
    return ReplicaStorage.open(config, 0, new ThisMachine(), execution(config, service));
  }

  private static Execution execution(SynodConfig config, Service service) {
    Execution execution = new Execution(service, config.session());
    execution.beginWith(CoreSettings.replica(config, 0).membership());
    return execution;
  }

  private static void changeEnd(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length - 1] ^= 1;
      Files.write(file, bytes);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  /** Has a state of many zeros. */
  private static final class BulkService implements Service {
    private Runnable onRestoring = () -> {};
    private boolean restored;

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) {
      throw new AssertionError("nothing is executed");
    }

    @Override
    public byte[] query(ByteBuffer request) {
      throw new AssertionError("nothing is asked");
    }

    @Override
    public Snapshot snapshot() {
      return out -> out.write(new byte[STATE_BYTES]);
    }

    @Override
    public void restore(InputStream in) throws IOException {
      in.readNBytes(1);
      onRestoring.run();
      in.readAllBytes();
      restored = true;
    }
  }
}
