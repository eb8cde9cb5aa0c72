package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.command.Batch;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.membership.ChangeEntry;
import io.synod.core.membership.Membership;
import io.synod.core.settings.Durability;
import io.synod.replica.BackupRestore;
import io.synod.replica.ReplicaException;
import io.synod.replica.SumService;
import io.synod.replica.config.SharedSettings;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.storage.backup.BackupDirectory;
import io.synod.storage.snapshot.SnapshotWriter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The members of cluster {@code orders} were changed. It was restored as {@code drill}, and a
 * backup of that is to be restored in turn.
 */
final class RestoredMembersTest {
  private static final int CHANGE = 1;
  private static final int END = 3;

  @TempDir Path folder;

  @Test
  void a_name_whose_members_the_snapshot_holds_is_refused() throws IOException {
    Path backup = backup(END);
    assertRefused(backup, BackupRestore.ALL);
    assertRestored("invoices", backup, BackupRestore.ALL);
  }

  @Test
  void a_name_whose_members_are_changed_in_a_slot_is_refused() throws IOException {
    Path backup = backup(CHANGE);
    assertRefused(backup, BackupRestore.ALL);
    assertRefused(backup, CHANGE);
    assertRestored("invoices", backup, BackupRestore.ALL);
    assertRestored("orders", backup, CHANGE - 1);
  }

  private void assertRefused(Path backup, long until) {
    SynodConfig orders = config("orders");
    assertThatThrownBy(() -> BackupRestore.restore(orders, 0, backup, until, bytes -> {}))
        .isInstanceOf(ReplicaException.class)
        .hasMessageContaining("a change of the members of an earlier cluster 'orders'")
        .hasMessageContaining("a name that no cluster had before");
    assertThat(orders.storage().directoryOf(0)).doesNotExist();
  }

  private void assertRestored(String name, Path backup, long until) {
    long end = BackupRestore.restore(config(name), 0, backup, until, bytes -> {}).end();
    assertThat(end).isEqualTo(until == BackupRestore.ALL ? END : until + 1);
  }

  private SynodConfig config(String name) {
    SynodConfigBuilder config =
        SynodConfig.builder()
            .clusterName(name)
            .durability(Durability.SYNC)
            .storageDirectory(folder.resolve(name))
            .storageReserve(1 << 20)
            .journalSegmentBytes(1 << 16);
    for (int id = 0; id < 3; id++) {
      config.replica(id, "127.0.0.1", 7100 + id, 7200 + id);
    }
    return config.build();
  }

  /** Of {@code drill}: the snapshot that was restored, and the slots behind it. */
  private Path backup(int snapshotEnd) throws IOException {
    SynodConfig orders = config("orders");
    Membership first = CoreSettings.firstMembership(orders);
    Execution execution = new Execution(new SumService(), orders.session());
    execution.beginWith(first);
    Path directory = folder.resolve("backup");
    try (BackupDirectory backup =
        BackupDirectory.open(directory, "drill", SharedSettings.of(orders), 1 << 16)) {
      for (int slot = 0; slot < snapshotEnd; slot++) {
        execution.execute(slot, batch(slot, first), (session, sequence, status, answer) -> {});
      }
      try (SnapshotWriter writer = backup.snapshots().begin(snapshotEnd);
          ExecutionSnapshot captured = execution.capture()) {
        captured.writeTo(writer);
        writer.publish();
      }
      backup.begin(snapshotEnd, "test");
      for (int slot = snapshotEnd; slot < END; slot++) {
        backup.append(batch(slot, first));
      }
      backup.commit();
    }
    return directory;
  }

  private static Batch batch(int slot, Membership first) {
    Membership next =
        new Membership(
            1, 0, first.alpha(), first.members(), 0, 0, ReplicaSet.EMPTY, first.cluster());
    return slot == CHANGE ? ChangeEntry.batch(next, 0) : Batch.NOOP;
  }
}
