package io.synod.simulation.storage;

import io.synod.core.check.Check;
import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.SnapshotPart;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;

/** The last two snapshots, each there as a whole or not at all. */
final class WholeSnapshots {
  private static final int KEPT = 2;
  private static final SnapshotPart NONE = new SnapshotPart(0, 0, 0, new byte[0]);

  // Newest first.
  private final ArrayDeque<Stored> snapshots = new ArrayDeque<>();
  private Incoming incoming;

  private record Stored(long end, byte[] bytes) {}

  /** A peer's snapshot that is being received. */
  private record Incoming(long end, ByteArrayOutputStream bytes) {}

  /** 0 if there is none. */
  long newestEnd() {
    return snapshots.isEmpty() ? 0 : snapshots.peek().end;
  }

  void loseNewest() {
    snapshots.poll();
  }

  void clear() {
    snapshots.clear();
    incoming = null;
  }

  boolean store(ExecutionSnapshot captured) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      captured.writeTo(bytes);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    keep(new Stored(captured.end(), bytes.toByteArray()));
    return true;
  }

  private void keep(Stored snapshot) {
    snapshots.removeIf(kept -> kept.end == snapshot.end);
    boolean older = !snapshots.isEmpty() && snapshots.peek().end > snapshot.end;
    Stored newest = older ? snapshots.poll() : null;
    snapshots.push(snapshot);
    if (older) {
      snapshots.push(newest);
    }
    while (snapshots.size() > KEPT) {
      snapshots.removeLast();
    }
  }

  SnapshotPart part(FetchSnapshot request) {
    for (Stored snapshot : snapshots) {
      if (snapshot.end == request.end()) {
        return part(snapshot, request.offset(), request.bytesMax());
      }
    }
    return snapshots.isEmpty() ? NONE : part(snapshots.peek(), 0, request.bytesMax());
  }

  private static SnapshotPart part(Stored snapshot, long offset, int bytesMax) {
    int total = snapshot.bytes.length;
    if (offset >= total) {
      return NONE;
    }
    int end = (int) Math.min(total, offset + bytesMax);
    byte[] bytes = Arrays.copyOfRange(snapshot.bytes, (int) offset, end);
    return new SnapshotPart(snapshot.end, total, offset, bytes);
  }

  Event.PartStored receive(SnapshotPart part) {
    if (part.offset() == 0) {
      incoming = new Incoming(part.end(), new ByteArrayOutputStream());
    }
    boolean continues =
        incoming != null && incoming.end == part.end() && incoming.bytes.size() == part.offset();
    if (!continues) {
      incoming = null;
      return new Event.PartStored(part.end(), -1, false);
    }
    incoming.bytes.writeBytes(part.bytes());
    int received = incoming.bytes.size();
    boolean complete = received == part.totalBytes();
    if (complete) {
      keep(new Stored(part.end(), incoming.bytes.toByteArray()));
      incoming = null;
    }
    return new Event.PartStored(part.end(), received, complete);
  }

  void dropParts() {
    incoming = null;
  }

  void restore(long end, Execution execution) {
    for (Stored snapshot : snapshots) {
      if (snapshot.end == end) {
        try {
          execution.restore(new ByteArrayInputStream(snapshot.bytes));
        } catch (IOException unreadable) {
          throw new UncheckedIOException(unreadable);
        }
        return;
      }
    }
    Check.that(false, "snapshot %d is to be restored and is not kept", end);
  }
}
