package io.synod.storage.snapshot;

import io.synod.core.message.SnapshotPart;
import io.synod.storage.disk.DiskFull;
import java.io.IOException;
import java.util.function.Supplier;

/** Stores the parts of a peer's snapshot, one snapshot at a time. Confined to one thread. */
public final class SnapshotIntake implements AutoCloseable {
  private final Supplier<SnapshotStore> store;

  // Null while no snapshot is being received.
  private SnapshotReceiver receiver;

  /**
   * @param store where snapshots go; asked for each
   */
  public SnapshotIntake(Supplier<SnapshotStore> store) {
    this.store = store;
  }

  /**
   * Stores a part; one with offset 0 drops what was stored before. After the last one the snapshot
   * is verified, durable and listed. After any exception the stored parts are dropped.
   *
   * @return bytes of the snapshot that are stored now; all of them: it is whole
   * @throws DiskFull if there is no space for it
   * @throws SnapshotDamaged if it cannot be used
   */
  public long take(SnapshotPart part) throws IOException {
    try {
      if (part.offset() == 0) {
        close();
        receiver = store.get().receive(part.end(), part.totalBytes());
      }
      if (receiver == null) {
        throw Origin.received("a peer's snapshot of all slots before " + part.end())
            .damaged(part.offset(), "its beginning has not arrived");
      }
      receiver.write(part.offset(), part.bytes());
      long received = receiver.received();
      if (received == part.totalBytes()) {
        receiver.publish();
        close();
      }
      return received;
    } catch (DiskFull | SnapshotDamaged unusable) {
      close();
      throw unusable;
    }
  }

  /** Drops what was stored of a snapshot that is not whole. */
  @Override
  public void close() throws IOException {
    if (receiver != null) {
      receiver.close();
      receiver = null;
    }
  }
}
