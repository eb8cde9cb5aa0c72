package io.synod.replica;

import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Sets an alarm so many milliseconds later, and keeps the slot at which each one rang. */
final class AlarmService implements Service {
  private final List<String> rung = new CopyOnWriteArrayList<>();
  private final CompletableFuture<List<String>> all = new CompletableFuture<>();
  private final int expected;
  private long set;

  /**
   * @param expected alarms
   */
  AlarmService(int expected) {
    this.expected = expected;
  }

  static byte[] in(long millis) {
    return ByteBuffer.allocate(Long.BYTES).putLong(millis).array();
  }

  /** Completes when all alarms have rung that are expected. */
  CompletableFuture<List<String>> all() {
    return all;
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) {
    context.schedule(++set, context.leaderTimeMillis() + request.getLong());
    return new byte[0];
  }

  @Override
  public void onTimer(long id, ExecutionContext context) {
    rung.add(id + " in slot " + context.slot());
    if (rung.size() == expected) {
      all.complete(List.copyOf(rung));
    }
  }

  @Override
  public byte[] query(ByteBuffer request) {
    return new byte[0];
  }

  @Override
  public Snapshot snapshot() {
    long captured = set;
    return out -> new DataOutputStream(out).writeLong(captured);
  }

  @Override
  public void restore(InputStream in) throws IOException {
    set = new DataInputStream(in).readLong();
  }
}
