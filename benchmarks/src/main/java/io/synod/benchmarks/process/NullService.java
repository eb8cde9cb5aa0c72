package io.synod.benchmarks.process;

import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Does nothing, and answers with one array that all answers share. */
final class NullService implements Service {
  private final byte[] answer;

  NullService(int answerBytes) {
    answer = new byte[answerBytes];
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) {
    return answer;
  }

  @Override
  public byte[] query(ByteBuffer request) {
    return answer;
  }

  @Override
  public Snapshot snapshot() {
    return new Nothing();
  }

  @Override
  public void restore(InputStream in) {
    // There is no state.
  }

  private static final class Nothing implements Snapshot {

    @Override
    public void writeTo(OutputStream out) {
      // There is no state.
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }
}
