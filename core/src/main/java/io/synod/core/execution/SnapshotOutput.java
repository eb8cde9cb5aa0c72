package io.synod.core.execution;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Where a service writes its state: buffered, not to be closed, and never written to again once a
 * write has failed, even if the service swallows the failure.
 */
final class SnapshotOutput extends OutputStream {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final OutputStream out;
  private IOException failure;

  SnapshotOutput(OutputStream out) {
    this.out = new BufferedOutputStream(out, BUFFER_BYTES);
  }

  /**
   * @throws IOException the one with which a write has failed
   */
  void checkWritten() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public void write(int value) throws IOException {
    checkWritten();
    try {
      out.write(value);
    } catch (IOException failed) {
      failure = failed;
      throw failed;
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    checkWritten();
    try {
      out.write(bytes, offset, length);
    } catch (IOException failed) {
      failure = failed;
      throw failed;
    }
  }

  @Override
  public void flush() throws IOException {
    checkWritten();
    try {
      out.flush();
    } catch (IOException failed) {
      failure = failed;
      throw failed;
    }
  }

  /** Leaves the stream open: what comes behind the service's part is not the service's affair. */
  @Override
  public void close() {}
}
