package io.synod.replica;

import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * Adds up what it is sent, multiplied by the version of its behaviour, and answers the sum. Stands
 * for builds of one service that know different versions: each version has snapshots of a format
 * and digests of its own, and a build reads those of the versions that it knows.
 */
final class VersionedSum implements Service {
  private final int oldest;
  private final int newest;
  private int version = 1;
  private long sum;

  VersionedSum(int oldest, int newest) {
    this.oldest = oldest;
    this.newest = newest;
  }

  @Override
  public int oldestVersion() {
    return oldest;
  }

  @Override
  public int newestVersion() {
    return newest;
  }

  @Override
  public void onVersion(int next) {
    version = next;
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) {
    sum += request.getLong() * context.version();
    return SumService.number(sum);
  }

  @Override
  public long digest() {
    return sum + version - 1;
  }

  @Override
  public Snapshot snapshot() {
    byte[] captured = SumService.number(sum);
    int format = version;
    return out -> {
      out.write(format);
      out.write(captured);
    };
  }

  @Override
  public void restore(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    int format = data.read();
    if (format < oldest || format > newest) {
      throw new IOException("a snapshot of format " + format);
    }
    sum = data.readLong();
  }
}
