package io.synod.simulation.host;

import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Counts requests, and mixes all of them into one number. */
final class Ledger implements Service {
  private long count;
  private long mixed;

  long count() {
    return count;
  }

  long mixed() {
    return mixed;
  }

  static byte[] request(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }

  static long number(byte[] answer) {
    return ByteBuffer.wrap(answer).getLong();
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) {
    mixed = 31 * mixed + request.getLong();
    return request(++count);
  }

  @Override
  public byte[] query(ByteBuffer request) {
    return request(count);
  }

  @Override
  public Snapshot snapshot() {
    long countNow = count;
    long mixedNow = mixed;
    return new Snapshot() {
      @Override
      public void writeTo(OutputStream out) throws IOException {
        DataOutputStream data = new DataOutputStream(out);
        data.writeLong(countNow);
        data.writeLong(mixedNow);
        data.flush();
      }

      @Override
      public void close() {
        // Holds nothing.
      }
    };
  }

  @Override
  public void restore(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    count = data.readLong();
    mixed = data.readLong();
  }
}
