package io.synod.cli;

import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Answers what it was asked. */
public class EchoService implements Service {

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) {
    return query(request);
  }

  @Override
  public byte[] query(ByteBuffer request) {
    byte[] answer = new byte[request.remaining()];
    request.get(answer);
    return answer;
  }

  @Override
  public Snapshot snapshot() {
    return out -> {};
  }

  @Override
  public void restore(InputStream in) {}
}
