package io.synod.benchmarks.micro;

import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.Execution;
import io.synod.core.execution.Replies;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.settings.SessionSettings;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a request costs in execution: session table, service call and reply cache. */
@State(Scope.Thread)
public class ExecutionBenchmark extends NanosBenchmark {
  private static final int REQUESTS = 1_000;

  /** The batch's requests come from so many sessions in turn. */
  @Param({"1", "4", "1000"})
  public int sessions;

  private final Replies replies = new Counter();
  private Execution execution;
  private byte[] bytes;
  private Batch batch;
  private long slot;
  private long round;
  private long replied;

  @Setup
  public void open() {
    execution = new Execution(new Null(), new SessionSettings(600_000, 4_096, 65_536));
    byte[] opens = new byte[Batch.HEADER_BYTES + sessions * BatchEntry.HEADER_BYTES];
    for (int session = 0; session < sessions; session++) {
      int at = Batch.HEADER_BYTES + session * BatchEntry.HEADER_BYTES;
      BatchEntry.putHeader(opens, at, 0, session + 1, BatchEntry.OPEN, 0);
    }
    execution.execute(slot++, Batch.close(opens, 1, sessions), replies);
    bytes = new byte[Batch.HEADER_BYTES + REQUESTS * Entries.ENTRY_BYTES];
    batch = Batch.close(bytes, 1, REQUESTS);
  }

  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  public long executeRequest() {
    writeNextSequences();
    execution.execute(slot++, batch, replies);
    return replied;
  }

  /** In the batch itself, which nobody else holds; a few nanoseconds for each request. */
  private void writeNextSequences() {
    int perSession = REQUESTS / sessions;
    for (int index = 0; index < REQUESTS; index++) {
      long sequence = 1 + round * perSession + index / sessions;
      int at = Batch.HEADER_BYTES + index * Entries.ENTRY_BYTES;
      BatchEntry.putHeader(
          bytes, at, Entries.PAYLOAD_BYTES, 1 + index % sessions, sequence, perSession);
    }
    round++;
  }

  private final class Counter implements Replies {

    @Override
    public void reply(long session, long sequence, ReplyStatus status, byte[] answer) {
      if (status != ReplyStatus.OK) {
        throw new IllegalStateException("session %d: %s".formatted(session, status));
      }
      replied++;
    }
  }

  private static final class Null implements Service {
    private final byte[] answer = new byte[8];

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
      throw new UnsupportedOperationException("there is no state");
    }

    @Override
    public void restore(InputStream in) {
      throw new UnsupportedOperationException("there is no state");
    }
  }
}
