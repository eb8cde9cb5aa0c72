package io.synod.core.batcher;

import io.synod.core.command.BatchEntry;
import io.synod.core.testing.Entries;

/** Requests in memory that count how often they are released. */
final class TestRequests implements Requests {
  private final byte[] bytes;
  private final int count;
  private int released;

  private TestRequests(Entries entries) {
    bytes = entries.bytes();
    count = entries.count();
  }

  /** One request for each size of a payload; their sequences go on from {@code sequence}. */
  static TestRequests of(long sequence, int... payloadBytes) {
    Entries entries = new Entries();
    for (int index = 0; index < payloadBytes.length; index++) {
      entries.request(1, sequence + index, "x".repeat(payloadBytes[index]));
    }
    return new TestRequests(entries);
  }

  int released() {
    return released;
  }

  @Override
  public int bytes() {
    return bytes.length;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public long session() {
    return BatchEntry.session(bytes, 0);
  }

  @Override
  public long first() {
    return BatchEntry.sequence(bytes, 0);
  }

  @Override
  public int entryBytes(int offset) {
    return BatchEntry.HEADER_BYTES + BatchEntry.payloadBytes(bytes, offset);
  }

  @Override
  public void copyTo(int offset, byte[] target, int at, int length) {
    System.arraycopy(bytes, offset, target, at, length);
  }

  @Override
  public void release() {
    released++;
  }
}
