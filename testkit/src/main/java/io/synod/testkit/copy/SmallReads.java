package io.synod.testkit.copy;

import java.io.ByteArrayInputStream;

/** Returns few bytes from each read, as the stream of a large snapshot does between two parts. */
final class SmallReads extends ByteArrayInputStream {
  private static final int BYTES_MAX = 7;

  SmallReads(byte[] bytes) {
    super(bytes);
  }

  @Override
  public synchronized int read(byte[] into, int offset, int length) {
    return super.read(into, offset, Math.min(length, BYTES_MAX));
  }

  /** No more without another read. */
  @Override
  public synchronized int available() {
    return 0;
  }
}
