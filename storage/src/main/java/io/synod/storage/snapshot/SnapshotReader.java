package io.synod.storage.snapshot;

import io.synod.storage.disk.DiskFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/** The content of a snapshot; see {@link SnapshotStore#read}. Owns its file. One thread. */
final class SnapshotReader extends InputStream {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final DiskFile file;
  private final ChunkReader chunks;
  private ByteBuffer content = NOTHING;
  private boolean closed;

  // What has failed fails for ever: nothing behind a damaged place is handed out.
  private IOException failure;

  SnapshotReader(DiskFile file, ChunkReader chunks) {
    this.file = file;
    this.chunks = chunks;
  }

  @Override
  public int read() throws IOException {
    return advance() ? Byte.toUnsignedInt(content.get()) : -1;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    Objects.checkFromIndexSize(from, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (!advance()) {
      return -1;
    }
    int bytes = Math.min(length, content.remaining());
    content.get(into, from, bytes);
    return bytes;
  }

  @Override
  public int available() {
    return content == null ? 0 : content.remaining();
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      file.close();
    }
  }

  /** Whether there is more, and if so at least one byte of it in {@code content}. */
  private boolean advance() throws IOException {
    if (closed) {
      throw new IOException("the snapshot was closed by its reader");
    }
    if (failure != null) {
      throw failure;
    }
    if (content != null && !content.hasRemaining()) {
      try {
        content = chunks.next();
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
    return content != null;
  }
}
