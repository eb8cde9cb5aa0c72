package io.synod.storage.snapshot;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Takes the content of a snapshot that is being made. One thread at a time; every method may block
 * on the disk. Holds one chunk in memory; {@link #flush} does nothing, for a chunk is written when
 * it is full.
 *
 * <p>Every method throws what the disk throws, {@link io.synod.storage.disk.DiskFull} among it; the
 * file is deleted then, and every later call of this writer, except {@link #close}, throws too. The
 * store stays usable.
 */
public final class SnapshotWriter extends OutputStream {
  private final SnapshotHeader header;
  private final PartialFile partial;
  private final int seal;

  // The chunk that is being filled: position is where its content goes on.
  private final ByteBuffer chunk;

  private long index;
  private long contentBytes;

  SnapshotWriter(SnapshotHeader header, PartialFile partial) throws IOException {
    this.header = header;
    this.partial = partial;
    ByteBuffer encoded = header.encoded();
    seal = SnapshotHeader.seal(encoded);
    chunk = Chunk.buffer(header.chunkBytes());
    partial.append(encoded);
    beginChunk();
  }

  @Override
  public void write(int value) throws IOException {
    partial.requireUsable();
    chunk.put((byte) value);
    if (!chunk.hasRemaining()) {
      endChunk();
    }
  }

  @Override
  public void write(byte[] content, int from, int length) throws IOException {
    Objects.checkFromIndexSize(from, length, content.length);
    partial.requireUsable();
    int next = from;
    int end = from + length;
    while (next < end) {
      int bytes = Math.min(end - next, chunk.remaining());
      chunk.put(content, next, bytes);
      next += bytes;
      if (!chunk.hasRemaining()) {
        endChunk();
      }
    }
  }

  /**
   * Makes the snapshot last, with what was written so far as its content, and deletes all but the
   * last two. It is durable on return. If the store has got a snapshot of the same end meanwhile,
   * that one stays and this one is dropped.
   *
   * @return the snapshot of this end that is kept
   * @throws IOException if the disk fails: nothing was published, unless it was the deletion of an
   *     old snapshot that has failed
   */
  public SnapshotInfo publish() throws IOException {
    partial.requireUsable();
    if (chunk.position() > Chunk.HEADER_BYTES) {
      endChunk();
    }
    chunk.clear().position(Chunk.HEADER_BYTES);
    append(chunk.putLong(contentBytes).putLong(index), 0);
    return partial.publish(header.end(), header.createdMillis());
  }

  /** Abandons and deletes the snapshot unless it was published. */
  @Override
  public void close() throws IOException {
    partial.abandon();
  }

  private void endChunk() throws IOException {
    int length = chunk.position() - Chunk.HEADER_BYTES;
    append(chunk, length);
    contentBytes += length;
    index++;
    beginChunk();
  }

  private void beginChunk() {
    chunk.clear().position(Chunk.HEADER_BYTES).limit(Chunk.HEADER_BYTES + header.chunkBytes());
  }

  /** Completes the header of what lies in {@code chunk} up to its position, and appends it. */
  private void append(ByteBuffer chunk, int length) throws IOException {
    chunk.flip().putInt(0, length);
    int bodyBytes = chunk.limit() - Chunk.HEADER_BYTES;
    partial.append(chunk.putInt(Integer.BYTES, Chunk.crc(seal, index, chunk, bodyBytes)));
  }
}
