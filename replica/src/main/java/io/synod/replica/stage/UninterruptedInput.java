package io.synod.replica.stage;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads a file for a service that may leave its thread interrupted: to such a thread the file would
 * close itself. For threads that nobody else interrupts.
 */
final class UninterruptedInput extends FilterInputStream {

  UninterruptedInput(InputStream file) {
    super(file);
  }

  @Override
  public int read() throws IOException {
    Thread.interrupted();
    return super.read();
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    Thread.interrupted();
    return super.read(into, from, length);
  }
}
