package io.synod.storage.snapshot;

import io.synod.core.check.Check;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.DiskFile;
import io.synod.storage.disk.DiskFull;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The snapshots of one replica: its last two, made here or by a peer, and an older one while that
 * is {@linkplain #pin being sent}.
 *
 * <p>Any thread may call any method at any time: the snapshot thread writes while another one
 * restores and a third sends parts to a peer. The objects that they return (writer, receiver,
 * stream) are for one thread at a time. Every method but {@link #list} and {@link #firstPinned} may
 * block on the disk. A snapshot that is deleted while a thread reads it can be read to its end,
 * because its file is open.
 *
 * <p>Memory: one chunk (256 KiB) for each writer and stream, and one for each verification.
 */
public final class SnapshotStore implements AutoCloseable {
  /** Answer of {@link #readPart}: the snapshot was deleted or discarded. */
  public static final int NO_LONGER_KEPT = -1;

  private final SnapshotTable table;
  private final SnapshotIdentity identity;
  private final LongSupplier clockMillis;
  private final int chunkBytes;
  private final boolean inspected;

  private SnapshotStore(
      SnapshotTable table,
      SnapshotIdentity identity,
      LongSupplier clockMillis,
      int chunkBytes,
      boolean inspected) {
    this.table = table;
    this.identity = identity;
    this.clockMillis = clockMillis;
    this.chunkBytes = chunkBytes;
    this.inspected = inspected;
  }

  /**
   * Opens the directory of a replica's snapshots, and deletes files that were never published.
   * Reads the headers only: whether a snapshot is whole is found when it is read.
   *
   * @param disk that directory, used only by this store from now on
   * @param clockMillis the time since 1970
   * @throws SnapshotRefused if it holds a snapshot of a newer format or of another cluster; nothing
   *     was changed
   */
  public static SnapshotStore open(Disk disk, SnapshotIdentity identity, LongSupplier clockMillis)
      throws IOException {
    return open(disk, identity, clockMillis, SnapshotHeader.CHUNK_BYTES_MAX);
  }

  /**
   * As {@link #open}, for snapshots that are not used for recovery: one whose file others have
   * deleted is no longer kept.
   */
  static SnapshotStore openScratch(Disk disk, SnapshotIdentity identity, LongSupplier clockMillis)
      throws IOException {
    SnapshotTable table = SnapshotTable.of(disk, identity, true);
    table.tidy();
    return new SnapshotStore(table, identity, clockMillis, SnapshotHeader.CHUNK_BYTES_MAX, false);
  }

  static SnapshotStore open(
      Disk disk, SnapshotIdentity identity, LongSupplier clockMillis, int chunkBytes)
      throws IOException {
    SnapshotTable table = SnapshotTable.of(disk, identity, false);
    table.tidy();
    return new SnapshotStore(table, identity, clockMillis, chunkBytes, false);
  }

  /**
   * Looks at the directory of a stopped replica, for tools, and changes nothing: to list, read and
   * verify; to begin, receive or discard a snapshot here is a bug.
   *
   * @throws SnapshotRefused as {@link #open} does
   */
  public static SnapshotStore inspect(Disk disk, SnapshotIdentity identity) throws IOException {
    SnapshotTable table = SnapshotTable.of(disk, identity, false);
    return new SnapshotStore(table, identity, () -> 0, SnapshotHeader.CHUNK_BYTES_MAX, true);
  }

  /** The snapshots that are kept, newest first. */
  public List<SnapshotInfo> list() {
    return table.list();
  }

  /**
   * Every slot before this one was in a snapshot that was discarded, at this start or before it,
   * and whose file is still there; 0 if there is none. Where it is beyond the newest snapshot, the
   * decisions between them may be in no journal of this replica.
   */
  public long damagedEnd() {
    return table.damagedEnd();
  }

  /**
   * Begins a snapshot.
   *
   * @param end it will hold the effect of every slot before this one
   * @throws DiskFull if there is no space; nothing is left behind
   */
  public SnapshotWriter begin(long end) throws IOException {
    requireOpened();
    SnapshotHeader header = new SnapshotHeader(identity, end, clockMillis.getAsLong(), chunkBytes);
    return new SnapshotWriter(header, table.create(end, 0));
  }

  /**
   * Begins to take a snapshot from a peer.
   *
   * @param end of the peer's snapshot
   * @param totalBytes length of the peer's file
   * @throws DiskFull if there is not enough space for it; nothing is left behind
   * @throws SnapshotDamaged if no log has so many slots
   */
  public SnapshotReceiver receive(long end, long totalBytes) throws IOException {
    requireOpened();
    if (end > SnapshotTable.END_MAX) {
      throw Origin.received("a peer's snapshot of all slots before " + end)
          .damaged(0, "no log has so many slots");
    }
    return new SnapshotReceiver(identity, end, totalBytes, table.create(end, totalBytes));
  }

  /**
   * The content of a snapshot, each chunk verified before any of it is handed out. The stream ends
   * only after the last chunk has confirmed that nothing is missing; the caller must have read it
   * to its end before relying on it. To be closed by the caller.
   *
   * @throws SnapshotDamaged here or from the stream: {@link #discard} it, take another
   * @throws SnapshotRefused if it is of a newer format or of another cluster
   * @throws java.nio.file.NoSuchFileException if it is no longer kept
   */
  public InputStream read(SnapshotInfo snapshot) throws IOException {
    DiskFile file = table.open(snapshot.end());
    try {
      return new SnapshotReader(file, chunks(file, snapshot));
    } catch (IOException failure) {
      throw closedAfter(failure, file);
    }
  }

  /** Reads all of a snapshot; throws what {@link #read} and its stream throw. */
  public void verify(SnapshotInfo snapshot) throws IOException {
    try (DiskFile file = table.open(snapshot.end())) {
      chunks(file, snapshot).verifyAll();
    }
  }

  /**
   * The newest snapshot that is whole, which is found by reading it. Newer damaged ones are
   * {@linkplain #discard discarded}.
   *
   * <p>Restoring from it may fail all the same, if the disk gives its bytes once and not again. A
   * caller that has begun to restore must then stop: it has no usable state.
   *
   * @param onDamaged receives the reason why a snapshot is discarded
   * @return null if none is whole
   */
  public SnapshotInfo newestWhole(Consumer<SnapshotDamaged> onDamaged) throws IOException {
    for (SnapshotInfo snapshot : list()) {
      try {
        verify(snapshot);
        return snapshot;
      } catch (SnapshotDamaged damaged) {
        onDamaged.accept(damaged);
        discard(snapshot);
      }
    }
    return null;
  }

  /**
   * Takes a damaged snapshot out of use: it is neither listed nor served any more. Its file is
   * renamed to {@code *.damaged} for inspection. Of such files only the one that reaches furthest
   * stays. Does nothing if the snapshot is no longer kept.
   */
  public void discard(SnapshotInfo snapshot) throws IOException {
    requireOpened();
    table.discard(snapshot);
  }

  /**
   * Reads a part of a snapshot's file, as it is, for a peer's {@link SnapshotReceiver}, which
   * verifies it. One file stays open between two calls, until its snapshot is deleted.
   *
   * @param end of the snapshot
   * @param offset where in the file, from 0
   * @param into to be filled, unless the file ends before
   * @return bytes read, 0 behind the end of the file; {@link #NO_LONGER_KEPT} if it was deleted
   * @throws SnapshotDamaged if the disk does not give the bytes back
   */
  public int readPart(long end, long offset, byte[] into) throws IOException {
    Check.that(offset >= 0, "a part of snapshot %d begins at byte %d", end, offset);
    SnapshotTable.Loan loan = table.borrow(end);
    if (loan == null) {
      return NO_LONGER_KEPT;
    }
    int bytes;
    try {
      Origin origin = Origin.kept(table.path(end));
      bytes = origin.read(loan.file(), offset, ByteBuffer.wrap(into));
    } catch (IOException failure) {
      throw closedAfter(failure, loan.file());
    }
    table.giveBack(loan);
    return bytes;
  }

  /**
   * A snapshot is being sent to a peer: until {@code untilNanos} neither {@link #endPins} nor a new
   * snapshot deletes it, unless an older one that is being sent stays already. So three snapshots
   * are kept at most. Does nothing if the snapshot is no longer kept.
   */
  public void pin(long end, long untilNanos) {
    requireOpened();
    table.pin(end, untilNanos);
  }

  /**
   * Ends pins whose time has come, and deletes what they have kept.
   *
   * @return when the next one ends; {@link Long#MAX_VALUE} if there is none
   */
  public long endPins(long nowNanos) throws IOException {
    requireOpened();
    return table.endPins(nowNanos);
  }

  /** Space is needed: all but the last two snapshots go, whether they are being sent or not. */
  public void unpin() throws IOException {
    requireOpened();
    table.unpin();
  }

  /**
   * The smallest end of a snapshot that is being sent, from which on a peer will ask for the slots;
   * {@link Long#MAX_VALUE} if none is. Does not touch the disk.
   */
  public long firstPinned() {
    return table.firstPinned();
  }

  /** Closes the file that {@link #readPart} has left open. Writers and streams close themselves. */
  @Override
  public void close() throws IOException {
    table.closeLent();
  }

  private void requireOpened() {
    Check.that(!inspected, "a store that was opened by inspect is not to be changed");
  }

  private ChunkReader chunks(DiskFile file, SnapshotInfo snapshot) throws IOException {
    Origin origin = Origin.kept(table.path(snapshot.end()));
    return new ChunkReader(file, origin, identity, snapshot.end());
  }

  private static IOException closedAfter(IOException failure, DiskFile file) {
    try {
      file.close();
    } catch (IOException another) {
      failure.addSuppressed(another);
    }
    return failure;
  }
}
