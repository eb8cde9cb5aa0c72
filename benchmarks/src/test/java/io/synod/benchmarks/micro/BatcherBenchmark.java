package io.synod.benchmarks.micro;

import io.synod.core.batcher.Batcher;
import io.synod.core.batcher.Requests;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.settings.BatchPolicy;
import io.synod.core.settings.BatchSettings;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a request costs in the batcher: 40 reads of 20 requests become batches. */
@State(Scope.Thread)
public class BatcherBenchmark extends NanosBenchmark {
  private static final int READS = 40;
  private static final int REQUESTS_OF_A_READ = 20;
  private static final View VIEW = new View(1, 0);

  @Param({"8192", "131072"})
  public int batchBytes;

  private final Requests read = new OneRead();
  private Batcher batcher;
  private long nowNanos;

  @Setup
  public void lead() {
    batcher = new Batcher(new BatchSettings(batchBytes, 0, BatchPolicy.TIMED, 16 << 20), 1_000);
    batcher.lead(VIEW);
  }

  @Benchmark
  @OperationsPerInvocation(READS * REQUESTS_OF_A_READ)
  public int batchRequests() {
    for (int index = 0; index < READS; index++) {
      batcher.offer(read, nowNanos);
    }
    nowNanos++;
    int batches = 0;
    for (Batch batch = batcher.poll(nowNanos, 1); batch != null; ) {
      batcher.onDecided(VIEW, 1);
      batches++;
      batch = batcher.poll(nowNanos, 1);
    }
    return batches;
  }

  private static final class OneRead implements Requests {
    private final byte[] bytes = new byte[REQUESTS_OF_A_READ * Entries.ENTRY_BYTES];

    OneRead() {
      Entries.write(bytes, 0, 1, 1, REQUESTS_OF_A_READ);
    }

    @Override
    public int bytes() {
      return bytes.length;
    }

    @Override
    public int count() {
      return REQUESTS_OF_A_READ;
    }

    @Override
    public long session() {
      return 1;
    }

    @Override
    public long first() {
      return 1;
    }

    @Override
    public int entryBytes(int offset) {
      return Entries.ENTRY_BYTES;
    }

    @Override
    public void copyTo(int offset, byte[] target, int at, int length) {
      System.arraycopy(bytes, offset, target, at, length);
    }

    @Override
    public void release() {
      // The bytes serve again.
    }
  }
}
