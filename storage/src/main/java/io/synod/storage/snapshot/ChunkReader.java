package io.synod.storage.snapshot;

import io.synod.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Goes through a snapshot's file chunk by chunk, each verified before it is shown. Holds one chunk
 * in memory; the caller keeps the file, and closes it. One thread.
 */
final class ChunkReader {
  private final DiskFile file;
  private final Origin origin;
  private final SnapshotHeader header;
  private final int seal;
  private final ByteBuffer chunk;

  private long position;
  private long index;
  private long contentBytes;
  private boolean ended;

  /** Reads the header, as {@link SnapshotHeader#read} does. */
  ChunkReader(DiskFile file, Origin origin, SnapshotIdentity reader, long end) throws IOException {
    this.file = file;
    this.origin = origin;
    header = SnapshotHeader.read(file, origin, reader, end);
    ByteBuffer encoded = header.encoded();
    seal = SnapshotHeader.seal(encoded);
    position = encoded.limit();
    chunk = Chunk.buffer(header.chunkBytes());
  }

  SnapshotHeader header() {
    return header;
  }

  /**
   * Goes to the next chunk and verifies it.
   *
   * @return its content, valid until the next call; null once the last chunk was verified and the
   *     file ends there
   * @throws SnapshotDamaged if it is not as it was written, or cannot be read
   */
  ByteBuffer next() throws IOException {
    if (ended) {
      return null;
    }
    int read = origin.read(file, position, chunk.clear());
    chunk.flip();
    int length = bodyBytes(read);
    if (chunk.getInt(Integer.BYTES) != Chunk.crc(seal, index, chunk, length)) {
      throw origin.damaged(position, "the checksum of chunk %d does not match".formatted(index));
    }
    if (chunk.getInt(0) == 0) {
      end();
      return null;
    }
    position += Chunk.HEADER_BYTES + length;
    index++;
    contentBytes += length;
    return chunk.slice(Chunk.HEADER_BYTES, length);
  }

  /** Goes to the end, and verifies everything that is left. */
  void verifyAll() throws IOException {
    ByteBuffer content = next();
    while (content != null) {
      content = next();
    }
  }

  private int bodyBytes(int read) throws IOException {
    if (read < Chunk.HEADER_BYTES) {
      throw origin.damaged(position, "it ends before its last chunk");
    }
    int length = chunk.getInt(0);
    if (length < 0 || length > header.chunkBytes()) {
      throw origin.damaged(
          position,
          "chunk %d claims %d bytes, and a chunk has at most %d"
              .formatted(index, length, header.chunkBytes()));
    }
    int body = length == 0 ? Chunk.END_BYTES : length;
    if (read < Chunk.HEADER_BYTES + body) {
      throw origin.damaged(position, "it ends within chunk %d".formatted(index));
    }
    return body;
  }

  private void end() throws IOException {
    long bytes = chunk.getLong(Chunk.HEADER_BYTES);
    long chunks = chunk.getLong(Chunk.HEADER_BYTES + Long.BYTES);
    if (bytes != contentBytes || chunks != index) {
      throw origin.damaged(
          position,
          "%d bytes in %d chunks were written, %d in %d are there"
              .formatted(bytes, chunks, contentBytes, index));
    }
    long fileEnd = position + Chunk.HEADER_BYTES + Chunk.END_BYTES;
    if (file.bytes() != fileEnd) {
      throw origin.damaged(fileEnd, "more bytes follow its last chunk");
    }
    ended = true;
  }
}
