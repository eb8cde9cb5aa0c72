package io.synod.replica.stage;

import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Answers every request and query with as many zeros; has no state. */
record FixedAnswers(int answerBytes) implements Service {
  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) {
    return new byte[answerBytes];
  }

  @Override
  public byte[] query(ByteBuffer request) {
    return new byte[answerBytes];
  }

  @Override
  public Snapshot snapshot() {
    return out -> {};
  }

  @Override
  public void restore(InputStream in) {
    throw new UnsupportedOperationException();
  }
}
