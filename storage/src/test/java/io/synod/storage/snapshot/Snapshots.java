package io.synod.storage.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;

/** Small snapshots in small chunks, whose content follows from their end. */
final class Snapshots {
  static final SnapshotIdentity SELF = new SnapshotIdentity("orders", 1);
  static final SnapshotIdentity PEER = new SnapshotIdentity("orders", 2);
  static final long CREATED = 1_700_000_000_123L;

  private static final int CHUNK_BYTES = 16;
  private static final int CONTENT_BYTES = 41;

  private Snapshots() {}

  static SnapshotStore open(TwinDisk disk) throws IOException {
    return open(disk, SELF);
  }

  static SnapshotStore open(TwinDisk disk, SnapshotIdentity identity) throws IOException {
    return SnapshotStore.open(disk, identity, () -> CREATED, CHUNK_BYTES);
  }

  static String name(long end) {
    return "%016d.snapshot".formatted(end);
  }

  static byte[] content(long end) {
    byte[] content = new byte[CONTENT_BYTES];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) (end * 31 + i * 7);
    }
    return content;
  }

  static SnapshotInfo publish(SnapshotStore store, long end) throws IOException {
    try (SnapshotWriter writer = store.begin(end)) {
      writer.write(content(end));
      return writer.publish();
    }
  }

  /** The file of a snapshot as {@code maker} makes it. */
  static byte[] file(SnapshotIdentity maker, long end) throws IOException {
    TwinDisk disk = new TwinDisk();
    publish(open(disk, maker), end);
    return disk.bytesOf(name(end));
  }

  /** Sends {@code file} in parts of {@code partBytes}, and publishes it. */
  static SnapshotInfo receive(SnapshotStore store, long end, byte[] file, int partBytes)
      throws IOException {
    try (SnapshotReceiver receiver = store.receive(end, file.length)) {
      while (receiver.received() < file.length) {
        int from = (int) receiver.received();
        byte[] part = Arrays.copyOfRange(file, from, Math.min(file.length, from + partBytes));
        assertThat(receiver.write(from, part)).isTrue();
      }
      return receiver.publish();
    }
  }

  static byte[] read(SnapshotStore store, SnapshotInfo snapshot) throws IOException {
    try (InputStream content = store.read(snapshot)) {
      return content.readAllBytes();
    }
  }

  static List<Long> ends(SnapshotStore store) {
    return store.list().stream().map(SnapshotInfo::end).toList();
  }

  /** Every snapshot of {@code store} is whole and has its content. */
  static void assertWhole(SnapshotStore store) throws IOException {
    for (SnapshotInfo snapshot : store.list()) {
      store.verify(snapshot);
      assertThat(read(store, snapshot)).isEqualTo(content(snapshot.end()));
    }
  }
}
