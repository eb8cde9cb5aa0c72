package io.synod.storage.snapshot;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Takes the file of a snapshot that a peer sends, part by part, in order. One thread at a time;
 * every method but {@link #received} and {@link #totalBytes} may block on the disk. Holds nothing
 * between two calls; {@link #publish} holds one chunk.
 *
 * <p>Every method throws what the disk throws, {@link io.synod.storage.disk.DiskFull} among it, and
 * {@link SnapshotDamaged} if what came is not a whole snapshot of this cluster; the file is deleted
 * then, and every later call of this receiver, except {@link #close}, throws too. The store stays
 * usable.
 */
public final class SnapshotReceiver implements AutoCloseable {
  private final SnapshotIdentity identity;
  private final long end;
  private final long totalBytes;
  private final PartialFile partial;
  private final Origin origin;
  private boolean headerVerified;

  SnapshotReceiver(SnapshotIdentity identity, long end, long totalBytes, PartialFile partial) {
    this.identity = identity;
    this.end = end;
    this.totalBytes = totalBytes;
    this.partial = partial;
    origin = Origin.received(partial.path());
  }

  /** What the peer's snapshot holds the effect of: every slot before this one. */
  public long end() {
    return end;
  }

  /** Length of the peer's file. */
  public long totalBytes() {
    return totalBytes;
  }

  /** Bytes that have come: where the next part has to begin. */
  public long received() {
    return partial.bytes();
  }

  /**
   * Takes a part if it is the next one. A header that this replica cannot use is refused as soon as
   * it is there, before the rest is sent.
   *
   * @param offset where in the file it begins
   * @return false, having done nothing, if it begins elsewhere than at {@link #received}: a part
   *     that came twice or late
   * @throws SnapshotDamaged if it goes beyond {@link #totalBytes}, or the header is not right
   */
  public boolean write(long offset, byte[] part) throws IOException {
    partial.requireUsable();
    if (offset != received()) {
      return false;
    }
    if (part.length > totalBytes - offset) {
      throw partial.abandonedAfter(
          origin.damaged(totalBytes, "%d bytes were announced, more came".formatted(totalBytes)));
    }
    partial.append(ByteBuffer.wrap(part));
    if (!headerVerified && received() >= Math.min(totalBytes, SnapshotHeader.BYTES_MAX)) {
      verifyHeader();
    }
    return true;
  }

  /**
   * Verifies everything, makes the snapshot last and deletes all but the last two. It is durable on
   * return. If the store has got a snapshot of the same end meanwhile, that one stays and this one
   * is dropped.
   *
   * @return the snapshot of this end that is kept
   * @throws SnapshotDamaged if anything is missing or not as it was written
   * @throws IOException if the disk fails: nothing was published, unless it was the deletion of an
   *     old snapshot that has failed
   */
  public SnapshotInfo publish() throws IOException {
    partial.requireUsable();
    if (received() != totalBytes) {
      throw partial.abandonedAfter(
          origin.damaged(
              received(), "it ends here, %d bytes were announced".formatted(totalBytes)));
    }
    return partial.publish(end, verifyAll().createdMillis());
  }

  /** Abandons and deletes what has come unless it was published. */
  @Override
  public void close() throws IOException {
    partial.abandon();
  }

  private void verifyHeader() throws IOException {
    try {
      SnapshotHeader.read(partial.file(), origin, identity, end);
    } catch (IOException failure) {
      throw abandonedAfter(failure);
    }
    headerVerified = true;
  }

  private SnapshotHeader verifyAll() throws IOException {
    try {
      ChunkReader chunks = new ChunkReader(partial.file(), origin, identity, end);
      chunks.verifyAll();
      return chunks.header();
    } catch (IOException failure) {
      throw abandonedAfter(failure);
    }
  }

  // A snapshot that is not for this replica is as useless here as a damaged one: the answer to both
  // is another peer.
  private IOException abandonedAfter(IOException failure) {
    boolean refused = failure instanceof SnapshotRefused;
    return partial.abandonedAfter(refused ? origin.damaged(0, failure.getMessage()) : failure);
  }
}
