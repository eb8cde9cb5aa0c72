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
 * for builds of one service that know different versions.
 */
record VersionedSum(int oldestVersion, int newestVersion, long[] sum) implements Service {
  VersionedSum(int oldestVersion, int newestVersion) {
    this(oldestVersion, newestVersion, new long[1]);
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) {
    sum[0] += request.getLong() * context.version();
    return SumService.number(sum[0]);
  }

  @Override
  public long digest() {
    return sum[0];
  }

  @Override
  public Snapshot snapshot() {
    byte[] captured = SumService.number(sum[0]);
    return out -> out.write(captured);
  }

  @Override
  public void restore(InputStream in) throws IOException {
    sum[0] = new DataInputStream(in).readLong();
  }
}
