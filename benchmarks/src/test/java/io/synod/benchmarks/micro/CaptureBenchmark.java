package io.synod.benchmarks.micro;

import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.settings.SessionSettings;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long the service thread stands still for a snapshot, beside what the service itself takes.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class CaptureBenchmark {

  @Param({"64", "4096", "65536"})
  public int sessions;

  /** Answers that each session's client has not acknowledged. */
  @Param({"1", "16"})
  public int kept;

  private final Execution execution =
      new Execution(new Stateless(), new SessionSettings(600_000, 4_096, 65_536));

  @Setup
  public void open() {
    execution.execute(0, batch(BatchEntry.OPEN), CaptureBenchmark::expectOk);
    for (int sequence = 1; sequence <= kept; sequence++) {
      execution.execute(sequence, batch(sequence), CaptureBenchmark::expectOk);
    }
  }

  @Benchmark
  public long capture() {
    try (ExecutionSnapshot snapshot = execution.capture()) {
      return snapshot.end();
    }
  }

  /** One entry of each session, without a payload. */
  private Batch batch(long sequence) {
    byte[] bytes = new byte[Batch.HEADER_BYTES + sessions * BatchEntry.HEADER_BYTES];
    for (int session = 0; session < sessions; session++) {
      int at = Batch.HEADER_BYTES + session * BatchEntry.HEADER_BYTES;
      BatchEntry.putHeader(bytes, at, 0, session + 1, sequence, (int) sequence);
    }
    return Batch.close(bytes, 1 + sequence, sessions);
  }

  private static void expectOk(long session, long sequence, ReplyStatus status, byte[] answer) {
    if (status != ReplyStatus.OK) {
      throw new IllegalStateException("session %d: %s".formatted(session, status));
    }
  }

  /** Answers of its own for each request, as services give them. */
  private static final class Stateless implements Service {

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) {
      return new byte[8];
    }

    @Override
    public byte[] query(ByteBuffer request) {
      return new byte[8];
    }

    @Override
    public Snapshot snapshot() {
      return out -> {};
    }

    @Override
    public void restore(InputStream in) {}
  }
}
