package io.synod.cli;

import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * Holds how many requests it has executed, and a digest of all of them in their order, with the
 * version of each that is not the first.
 */
public final class ChainService implements Service {
  private static final long PRIME = 0x100000001b3L;
  private static final int STATE_BYTES = 2 * Long.BYTES;

  private volatile State state = new State(0, 0xcbf29ce484222325L);

  private final int newest;

  /** Knows the first version only. */
  public ChainService() {
    this(1);
  }

  /** Knows the versions up to {@code newest}. */
  ChainService(int newest) {
    this.newest = newest;
  }

  record State(long count, long digest) {
    /** With the first version. */
    State after(ByteBuffer request) {
      return after(request, 1);
    }

    State after(ByteBuffer request, int version) {
      long next = version == 1 ? digest : (digest ^ version) * PRIME;
      while (request.hasRemaining()) {
        next = (next ^ request.get()) * PRIME;
      }
      return new State(count + 1, next);
    }
  }

  @Override
  public int newestVersion() {
    return newest;
  }

  /** Any thread. */
  State state() {
    return state;
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) {
    state = state.after(request, context.version());
    return bytes(state);
  }

  @Override
  public byte[] query(ByteBuffer request) {
    return bytes(state);
  }

  @Override
  public Snapshot snapshot() {
    byte[] captured = bytes(state);
    return out -> out.write(captured);
  }

  @Override
  public void restore(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    state = new State(data.readLong(), data.readLong());
  }

  private static byte[] bytes(State state) {
    return ByteBuffer.allocate(STATE_BYTES).putLong(state.count).putLong(state.digest).array();
  }
}
