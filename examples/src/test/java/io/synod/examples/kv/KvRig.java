package io.synod.examples.kv;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.synod.examples.kv.command.Operation;
import io.synod.service.ExecutionContext;
import io.synod.service.ServiceException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** A key-value service by itself, with slots and leader time as the test wants them. */
public final class KvRig {
  private final KvService service = new KvService();
  private long slot;
  private long leaderTimeMillis = 1_000_000;

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

  private ExecutionContext nextSlot() {
    return new Context(slot++, leaderTimeMillis);
  }

  private record Context(long slot, long leaderTimeMillis) implements ExecutionContext {

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
