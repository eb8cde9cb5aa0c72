package io.synod.simulation.storage;

import io.synod.core.check.Check;
import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.SnapshotPart;
import io.synod.simulation.disk.SimulatedDisk;
import io.synod.storage.disk.DiskFull;
import io.synod.storage.snapshot.SnapshotDamaged;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotReceiver;
import io.synod.storage.snapshot.SnapshotStore;
import io.synod.storage.snapshot.SnapshotWriter;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;

/** A snapshot store as a replica's threads use it. */
final class SnapshotFiles {
  private static final SnapshotPart NONE = new SnapshotPart(0, 0, 0, new byte[0]);

  private static final long PIN_NANOS = 1_000_000_000;

  private final SnapshotIdentity identity;
  private SnapshotStore store;
  private SnapshotReceiver receiver;
  // Of the snapshot that was found whole last; 0 if none was.
  private long verifiedEnd;
  private boolean lostOne;

  SnapshotFiles(int replica) {
    identity = new SnapshotIdentity("simulation", replica);
  }

  /** Returns the end of the snapshot that was restored; 0 if there is none. */
  long open(SimulatedDisk disk, Execution execution) throws IOException {
    receiver = null;
    verifiedEnd = 0;
    lostOne = false;
    store = SnapshotStore.open(disk, identity, () -> 0);
    SnapshotInfo snapshot = store.newestWhole(damaged -> lostOne = true);
    if (snapshot == null) {
      return 0;
    }
    restore(snapshot, execution);
    return snapshot.end();
  }

  /** Whether the newest snapshot was damaged when this was opened. */
  boolean hasLostOne() {
    return lostOne;
  }

  /** No slot from this one on may be cut: a snapshot with this end is being sent. */
  long firstPinned() {
    return store.firstPinned();
  }

  void unpin() throws IOException {
    store.unpin();
  }

  long newestEnd() {
    List<SnapshotInfo> kept = store.list();
    return kept.isEmpty() ? 0 : kept.get(0).end();
  }

  boolean store(ExecutionSnapshot captured) throws IOException {
    try (SnapshotWriter writer = store.begin(captured.end())) {
      captured.writeTo(writer);
      writer.publish();
      return true;
    } catch (DiskFull full) {
      return false;
    }
  }

  SnapshotPart part(FetchSnapshot request, long nowNanos) throws IOException {
    SnapshotPart part = part(request);
    if (part.end() > 0) {
      store.pin(part.end(), nowNanos, PIN_NANOS);
    }
    return part;
  }

  private SnapshotPart part(FetchSnapshot request) throws IOException {
    List<SnapshotInfo> kept = store.list();
    for (SnapshotInfo snapshot : kept) {
      if (request.end() == snapshot.end()) {
        return part(snapshot, request.offset(), request.bytesMax());
      }
    }
    if (!kept.isEmpty() && kept.get(0).end() == verifiedEnd) {
      return part(kept.get(0), 0, request.bytesMax());
    }
    SnapshotInfo newest = store.newestWhole(damaged -> {});
    verifiedEnd = newest == null ? 0 : newest.end();
    return newest == null ? NONE : part(newest, 0, request.bytesMax());
  }

  private SnapshotPart part(SnapshotInfo snapshot, long offset, int bytesMax) throws IOException {
    long left = Math.min(snapshot.bytes() - offset, bytesMax);
    if (left <= 0) {
      return NONE;
    }
    byte[] bytes = new byte[(int) left];
    int read = store.readPart(snapshot.end(), offset, bytes);
    if (read <= 0) {
      return NONE;
    }
    byte[] exact = read == bytes.length ? bytes : Arrays.copyOf(bytes, read);
    return new SnapshotPart(snapshot.end(), snapshot.bytes(), offset, exact);
  }

  Event.PartStored receive(SnapshotPart part) throws IOException {
    try {
      if (part.offset() == 0) {
        dropParts();
        receiver = store.receive(part.end(), part.totalBytes());
      }
      receiver.write(part.offset(), part.bytes());
      long received = receiver.received();
      boolean complete = received == part.totalBytes();
      if (complete) {
        receiver.publish();
        dropParts();
      }
      return new Event.PartStored(part.end(), received, complete);
    } catch (DiskFull | SnapshotDamaged unusable) {
      dropParts();
      return new Event.PartStored(part.end(), -1, false);
    }
  }

  void dropParts() throws IOException {
    if (receiver != null) {
      receiver.close();
      receiver = null;
    }
  }

  void restore(long end, Execution execution) throws IOException {
    for (SnapshotInfo snapshot : store.list()) {
      if (snapshot.end() == end) {
        restore(snapshot, execution);
        return;
      }
    }
    Check.that(false, "snapshot %d is to be restored and is not kept", end);
  }

  private void restore(SnapshotInfo snapshot, Execution execution) throws IOException {
    try (InputStream content = store.read(snapshot)) {
      execution.restore(content);
    }
  }
}
