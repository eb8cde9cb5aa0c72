package io.synod.examples.kv;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.synod.examples.kv.command.Operation;
import io.synod.service.ExecutionContext;
import io.synod.service.ServiceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** A key-value service by itself, with slots and leader time as the test wants them. */
public final class KvRig {
  private final KvService service = new KvService();
  private long slot;
  private long leaderTimeMillis = 1_000_000;
  private long timerMillis = Long.MAX_VALUE;

  public KvService service() {
    return service;
  }

  /** From the next write on it is so much later. */
  public void pass(long millis) {
    leaderTimeMillis += millis;
  }

  /** The answer's text, or the error's with a minus before it. */
  public String run(String name, String... arguments) {
    try {
      Operation operation = Operation.valueOf(name);
      List<byte[]> values = Arrays.stream(arguments).map(a -> a.getBytes(UTF_8)).toList();
      return new String(run(operation.isWrite(), operation.request(values)), UTF_8);
    } catch (ServiceException e) {
      return "-" + e.getMessage();
    }
  }

  public byte[] run(boolean write, byte[] request) throws ServiceException {
    ByteBuffer bytes = ByteBuffer.wrap(request).asReadOnlyBuffer();
    return write ? service.execute(bytes, nextSlot()) : service.query(bytes);
  }

  /** Replaces all by a snapshot of {@code other}, whose timer Synod would have kept. */
  public void restore(InputStream snapshot, KvRig other) throws IOException {
    service.restore(snapshot);
    slot = other.slot;
    leaderTimeMillis = other.leaderTimeMillis;
    timerMillis = other.timerMillis;
  }

  /** A batch without requests. */
  public void tick() {
    nextSlot();
  }

  private ExecutionContext nextSlot() {
    Context context = new Context(slot++, leaderTimeMillis);
    if (timerMillis <= leaderTimeMillis) {
      timerMillis = Long.MAX_VALUE;
      service.onTimer(0, context);
    }
    return context;
  }

  /** Knows the one timer that the service sets. */
  private final class Context implements ExecutionContext {
    private final long slot;
    private final long millis;

    Context(long slot, long millis) {
      this.slot = slot;
      this.millis = millis;
    }

    @Override
    public long slot() {
      return slot;
    }

    @Override
    public long leaderTimeMillis() {
      return millis;
    }

    @Override
    public void schedule(long id, long atMillis) {
      timerMillis = Math.max(atMillis, millis + 1);
    }

    @Override
    public boolean cancel(long id) {
      boolean wasSet = timerMillis != Long.MAX_VALUE;
      timerMillis = Long.MAX_VALUE;
      return wasSet;
    }

    @Override
    public int indexInBatch() {
      return 0;
    }

    @Override
    public long session() {
      return 1;
    }
  }
}
