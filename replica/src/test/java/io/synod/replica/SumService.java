package io.synod.replica;

import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Adds up what it is sent, answers the sum; refuses zero, throws at negative numbers. */
public final class SumService implements Service {
  private final AtomicLong sum = new AtomicLong();
  private final AtomicLong executed = new AtomicLong();

  private final CountDownLatch reading = new CountDownLatch(1);
  private volatile CountDownLatch gate = new CountDownLatch(0);

  /** Queries wait from now on until the returned gate is opened. Any thread. */
  CountDownLatch holdQueries() {
    gate = new CountDownLatch(1);
    return gate;
  }

  /** Opens the gate, if there is one. Any thread. */
  void releaseQueries() {
    gate.countDown();
  }

  /** Waits for the first query. Any thread. */
  void awaitQuery() throws InterruptedException {
    reading.await();
  }

  static byte[] number(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }

  static long number(byte[] answer) {
    return ByteBuffer.wrap(answer).getLong();
  }

  /** Any thread. */
  long sum() {
    return sum.get();
  }

  /** Any thread. */
  long executed() {
    return executed.get();
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    long value = request.getLong();
    if (value == 0) {
      throw new ServiceException("nothing to add");
    }
    if (value < 0) {
      throw new IllegalStateException("negative: " + value);
    }
    executed.incrementAndGet();
    return number(sum.addAndGet(value));
  }

  @Override
  public byte[] query(ByteBuffer request) throws ServiceException {
    reading.countDown();
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (request.hasRemaining() && request.getLong() < 0) {
      throw new IllegalStateException("a negative query");
    }
    return number(sum.get());
  }

  @Override
  public Snapshot snapshot() {
    byte[] captured = ByteBuffer.allocate(16).putLong(sum.get()).putLong(executed.get()).array();
    return out -> out.write(captured);
  }

  @Override
  public void restore(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    sum.set(data.readLong());
    executed.set(data.readLong());
  }
}
