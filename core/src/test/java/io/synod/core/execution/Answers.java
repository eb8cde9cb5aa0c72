package io.synod.core.execution;

import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Answers with as many bytes as it is asked for. */
final class Answers implements Service {
  int executed;

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) {
    executed++;
    return new byte[Integer.parseInt(StandardCharsets.UTF_8.decode(request).toString())];
  }

  @Override
  public byte[] query(ByteBuffer request) {
    return new byte[0];
  }

  @Override
  public Snapshot snapshot() {
    return out -> {};
  }

  @Override
  public void restore(InputStream in) {
    executed = 0;
  }
}
