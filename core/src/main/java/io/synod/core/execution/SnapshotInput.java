package io.synod.core.execution;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Where a service reads its state: buffered, not to be closed. Knows how far it was read, and that
 * reading has failed even if the service swallows the failure.
 */
final class SnapshotInput extends InputStream {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final InputStream in;
  private long position;
  private IOException failure;

  SnapshotInput(InputStream in) {
    this.in = new BufferedInputStream(in, BUFFER_BYTES);
  }

  /** Bytes that were read so far. */
  long position() {
    return position;
  }

  /**
   * @throws IOException the one with which a read has failed
   */
  void checkRead() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public int read() throws IOException {
    checkRead();
    try {
      int value = in.read();
      position += value < 0 ? 0 : 1;
      return value;
    } catch (IOException failed) {
      failure = failed;
      throw failed;
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    checkRead();
    try {
      int count = in.read(bytes, offset, length);
      position += Math.max(count, 0);
      return count;
    } catch (IOException failed) {
      failure = failed;
      throw failed;
    }
  }

  /** Does nothing: how far the service has read is looked at afterwards. */
  @Override
  public void close() {}
}
