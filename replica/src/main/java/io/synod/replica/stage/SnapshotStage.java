package io.synod.replica.stage;

import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.SnapshotPart;
import io.synod.core.time.Deadline;
import io.synod.replica.lane.Lane;
import io.synod.replica.lane.Stage;
import io.synod.storage.disk.DiskFull;
import io.synod.storage.snapshot.SnapshotDamaged;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotReceiver;
import io.synod.storage.snapshot.SnapshotStore;
import io.synod.storage.snapshot.SnapshotWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes, serves and receives snapshots, on a thread of its own that nothing of the protocol waits
 * for. One part of a peer's snapshot is in memory at a time.
 */
public final class SnapshotStage extends Stage {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");
  private static final int INBOX_ITEMS = 256;
  private static final byte[] NOTHING = new byte[0];

  private final int self;
  private final Supplier<SnapshotStore> store;
  private ProtocolStage protocol;
  private SnapshotReceiver receiver;
  private long receivedEnd;
  private volatile long stored;

  private record Read(int to, FetchSnapshot request) {}

  private record Drop() {}

  /**
   * @param store opened when it is first needed
   */
  public SnapshotStage(
      Lane lane, int self, Supplier<SnapshotStore> store, Consumer<Throwable> onFailure) {
    super("snapshot", lane, INBOX_ITEMS, onFailure);
    this.self = self;
    this.store = store;
  }

  /** Before the first turn. */
  public void reportTo(ProtocolStage protocolStage) {
    protocol = protocolStage;
  }

  /** Snapshots that were stored in this life, own ones and fetched ones. Any thread. */
  public long stored() {
    return stored;
  }

  /** Takes over {@code captured}. */
  void write(ExecutionSnapshot captured) {
    order(captured);
  }

  /** Reads a part for a peer. One that asks too much is not answered, and asks again. */
  void read(int to, FetchSnapshot request) {
    offer(new Read(to, request));
  }

  /** The core has one part under way at a time. */
  void store(SnapshotPart part) {
    order(part);
  }

  void drop() {
    order(new Drop());
  }

  /** On the service thread: a stored snapshot becomes the state of {@code execution}. */
  void restore(long end, Execution execution) {
    for (SnapshotInfo snapshot : store.get().list()) {
      if (snapshot.end() == end) {
        restore(snapshot, execution);
        return;
      }
    }
    throw new IllegalStateException("snapshot " + end + " is to be restored and is not kept");
  }

  private void restore(SnapshotInfo snapshot, Execution execution) {
    try (InputStream content = store.get().read(snapshot)) {
      execution.restore(content);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    LOG.info(
        "replica {}: restored the snapshot of all slots before {}, {} bytes",
        self,
        snapshot.end(),
        snapshot.bytes());
  }

  @Override
  protected void handle(Object item, long nowNanos) throws IOException {
    if (item instanceof ExecutionSnapshot captured) {
      try (captured) {
        write(captured, nowNanos);
      }
    } else if (item instanceof Read read) {
      protocol.sendPart(read.to(), part(read.request()));
    } else if (item instanceof SnapshotPart part) {
      protocol.snapshotProgress(receive(part));
    } else if (item instanceof Drop) {
      abandon();
    }
  }

  private void write(ExecutionSnapshot captured, long beganNanos) throws IOException {
    long end = captured.end();
    try (SnapshotWriter writer = store.get().begin(end)) {
      captured.writeTo(writer);
      writer.publish();
    } catch (DiskFull full) {
      LOG.warn("replica {}: no space for a snapshot: {}", self, full.getMessage());
      protocol.snapshotProgress(new Event.SnapshotTaken(end, false));
      return;
    }
    stored++;
    LOG.info(
        "replica {}: took a snapshot of all slots before {} in {} ms",
        self,
        end,
        (System.nanoTime() - beganNanos) / 1_000_000);
    protocol.snapshotProgress(new Event.SnapshotTaken(end, true));
  }

  private SnapshotPart part(FetchSnapshot request) throws IOException {
    for (SnapshotInfo snapshot : store.get().list()) {
      if (request.end() == snapshot.end()) {
        return part(snapshot, request.offset(), request.bytesMax());
      }
    }
    for (SnapshotInfo newest : store.get().list()) {
      return part(newest, 0, request.bytesMax());
    }
    return new SnapshotPart(0, 0, 0, NOTHING);
  }

  private SnapshotPart part(SnapshotInfo snapshot, long offset, int bytesMax) throws IOException {
    byte[] bytes = new byte[(int) Math.max(0, Math.min(bytesMax, snapshot.bytes() - offset))];
    int read = store.get().readPart(snapshot.end(), offset, bytes);
    if (read <= 0) {
      return new SnapshotPart(0, 0, 0, NOTHING);
    }
    byte[] exact = read == bytes.length ? bytes : Arrays.copyOf(bytes, read);
    return new SnapshotPart(snapshot.end(), snapshot.bytes(), offset, exact);
  }

  private Event receive(SnapshotPart part) throws IOException {
    try {
      if (part.offset() == 0) {
        abandon();
        receivedEnd = part.end();
        receiver = store.get().receive(part.end(), part.totalBytes());
      }
      receiver.write(part.offset(), part.bytes());
      boolean complete = receiver.received() == part.totalBytes();
      long received = receiver.received();
      if (complete) {
        receiver.publish();
        stored++;
        abandon();
      }
      return new Event.PartStored(part.end(), received, complete);
    } catch (DiskFull | SnapshotDamaged unusable) {
      LOG.warn("replica {}: drops a peer's snapshot: {}", self, unusable.getMessage());
      abandon();
      return new Event.PartStored(part.end(), -1, false);
    }
  }

  private void abandon() throws IOException {
    if (receiver != null) {
      LOG.debug("replica {}: ends receiving snapshot {}", self, receivedEnd);
      receiver.close();
      receiver = null;
    }
  }

  @Override
  protected void endTurn(long nowNanos) {}

  @Override
  protected long nextWakeUpNanos() {
    return Deadline.NEVER;
  }

  @Override
  protected void discard(Object item) {
    if (item instanceof ExecutionSnapshot captured) {
      captured.close();
    }
  }

  @Override
  protected void release() {
    try {
      abandon();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
