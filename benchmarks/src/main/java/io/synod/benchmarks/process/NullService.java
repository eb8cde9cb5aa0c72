package io.synod.benchmarks.process;

import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * Does not process requests, and returns one array that all answers share. Its state never changes
 * and exists only for snapshots.
 */
public final class NullService implements Service {
  private static final int BLOCK_BYTES = 1 << 16;
  private static final int ANSWER_BYTES = 8;

  private final byte[] answer;
  private final long stateBytes;
  private final int events;

  // Of all events, which never change it.
  private byte[] event = new byte[0];

  /** Answers of 8 bytes, no state: for {@code synod replica}. */
  public NullService() {
    this(ANSWER_BYTES, 0, 0);
  }

  /**
   * @param events that each request publishes to its own session, each as long as the request
   */
  NullService(int answerBytes, long stateBytes, int events) {
    answer = new byte[answerBytes];
    this.stateBytes = stateBytes;
    this.events = events;
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) {
    if (events > 0) {
      publish(request.remaining(), context);
    }
    return answer;
  }

  private void publish(int bytes, ExecutionContext context) {
    if (event.length != bytes) {
      event = new byte[bytes];
    }
    for (int count = 0; count < events; count++) {
      context.publish(context.session(), event);
    }
  }

  @Override
  public byte[] query(ByteBuffer request) {
    return answer;
  }

  @Override
  public Snapshot snapshot() {
    return this::write;
  }

  @Override
  public void restore(InputStream in) throws IOException {
    long bytes = 0;
    byte[] block = new byte[BLOCK_BYTES];
    for (int read = in.read(block); read > 0; read = in.read(block)) {
      bytes += read;
    }
    if (bytes != stateBytes) {
      throw new IOException("a state of " + bytes + " bytes instead of " + stateBytes);
    }
  }

  private void write(OutputStream out) throws IOException {
    byte[] block = new byte[BLOCK_BYTES];
    for (long left = stateBytes; left > 0; left -= BLOCK_BYTES) {
      out.write(block, 0, (int) Math.min(BLOCK_BYTES, left));
    }
  }
}
