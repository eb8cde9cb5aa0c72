package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.SynodClient;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.effect.JournalRecord;
import io.synod.core.execution.UnknownControl;
import io.synod.core.recovery.Recovered;
import io.synod.core.settings.Durability;
import io.synod.storage.directory.DirectoryInspection;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalRecovery;
import io.synod.storage.journal.JournalSettings;
import io.synod.storage.journal.WriteAheadLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A replica of this version in the directory of a later one. */
@Timeout(120)
class LaterVersionTest {
  private static final int SEGMENT_BYTES = 1 << 16;

  @TempDir Path directory;

  @Test
  void a_replica_stops_before_a_decided_control_that_it_does_not_know_at_each_start()
      throws Exception {
    try (LocalCluster cluster =
        new LocalCluster(
            1,
            config ->
                config
                    .durability(Durability.SYNC)
                    .storageDirectory(directory)
                    .journalSegmentBytes(SEGMENT_BYTES))) {
      try (SynodClient client = cluster.client()) {
        for (int request = 0; request < 5; request++) {
          client.execute(SumService.number(1));
        }
      }
      cluster.replica(0).close();
      decide(BatchEntry.LIMITS - 1);
      for (int start = 0; start < 2; start++) {
        cluster.restart(0);
        assertThatThrownBy(() -> cluster.replica(0).closed().get(60, TimeUnit.SECONDS))
            .hasCauseInstanceOf(UnknownControl.class)
            .hasMessageContaining("holds control sequence -7")
            .hasMessageContaining("start that version or a later one again");
        assertThat(cluster.service(0).sum()).isEqualTo(5);
      }
    }
  }

  /** Writes a vote of the lone replica, which decides it at its next start. */
  private void decide(long sequence) throws IOException {
    DirectoryInspection found = ReplicaDirectory.inspect(directory.resolve("replica-0"));
    JournalIdentity identity = new JournalIdentity("test", 0, found.nonce());
    FileDisk disk = FileDisk.of(found.journal());
    Recovered recovered = new Recovered(found.nonce(), 0);
    JournalSettings settings = new JournalSettings(SEGMENT_BYTES, 0);
    try (WriteAheadLog log =
        WriteAheadLog.open(
            disk,
            settings,
            identity,
            JournalRecovery.read(disk, identity, recovered, damage -> {}))) {
      byte[] bytes = new byte[Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES];
      BatchEntry.putHeader(bytes, Batch.HEADER_BYTES, 0, 0, sequence, 0);
      log.append(
          new JournalRecord.Voted(
              recovered.promised(),
              recovered.log(Durability.SYNC).end(),
              Batch.close(bytes, 1, 1)));
    }
  }
}
