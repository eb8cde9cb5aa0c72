package io.synod.storage.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SnapshotMemoryTest {
  private static final int BYTES = 64 << 20;
  private static final int PART_BYTES = 1 << 20;
  private static final int CHUNK_BYTES = (256 << 10) + 8;
  private static final int PAGE_BYTES = 64 << 10;

  @Test
  void a_great_snapshot_is_written_sent_and_read_by_the_chunk() throws IOException {
    TwinDisk peerDisk = new TwinDisk(PAGE_BYTES);
    SnapshotStore peer = SnapshotStore.open(peerDisk, Snapshots.PEER, () -> Snapshots.CREATED);
    SnapshotInfo sent = written(peer);
    assertThat(sent.bytes()).isGreaterThan(BYTES).isLessThan(BYTES + (BYTES >> 12));
    peer.verify(sent);
    assertThat(peerDisk.bytesAtOnceMax).isEqualTo(CHUNK_BYTES);

    TwinDisk disk = new TwinDisk(PAGE_BYTES);
    SnapshotStore store = SnapshotStore.open(disk, Snapshots.SELF, () -> Snapshots.CREATED);
    try (SnapshotReceiver receiver = store.receive(sent.end(), sent.bytes())) {
      byte[] part = new byte[CHUNK_BYTES];
      while (receiver.received() < sent.bytes()) {
        int bytes = peer.readPart(sent.end(), receiver.received(), part);
        receiver.write(receiver.received(), Arrays.copyOf(part, bytes));
      }
      receiver.publish();
    }
    assertContent(store, sent);
    assertThat(disk.bytesAtOnceMax).isEqualTo(CHUNK_BYTES);
    assertThat(peerDisk.bytesAtOnceMax).isEqualTo(CHUNK_BYTES);
  }

  private static SnapshotInfo written(SnapshotStore store) throws IOException {
    Random content = new Random(1);
    byte[] part = new byte[PART_BYTES];
    try (SnapshotWriter writer = store.begin(7)) {
      for (int written = 0; written < BYTES; written += part.length) {
        content.nextBytes(part);
        writer.write(part);
      }
      return writer.publish();
    }
  }

  private static void assertContent(SnapshotStore store, SnapshotInfo info) throws IOException {
    Random content = new Random(1);
    byte[] expected = new byte[PART_BYTES];
    byte[] actual = new byte[PART_BYTES];
    try (InputStream in = store.read(info)) {
      for (int read = 0; read < BYTES; read += PART_BYTES) {
        content.nextBytes(expected);
        assertThat(in.readNBytes(actual, 0, PART_BYTES)).isEqualTo(PART_BYTES);
        assertThat(Arrays.equals(actual, expected)).as("from byte %d", read).isTrue();
      }
      assertThat(in.read()).isEqualTo(-1);
    }
  }
}
