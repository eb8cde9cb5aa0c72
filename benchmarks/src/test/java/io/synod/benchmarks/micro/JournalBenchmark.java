package io.synod.benchmarks.micro;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.effect.JournalRecord;
import java.io.IOException;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Votes appended and committed, one fdatasync for each commit, in the temporary directory; and
 * beside it the same bytes written one after the other into an allocated file, which is what the
 * disk itself can do.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class JournalBenchmark {
  private static final View VIEW = new View(1, 0);
  private static final int SLOTS_KEPT = 4096;

  @Param({"1", "16"})
  private int votesPerCommit;

  @Param({"128", "65536"})
  private int batchBytes;

  private TemporaryJournal journal;
  private Batch batch;
  private ByteBuffer same;
  private long slot;

  @Setup
  public void open() throws IOException {
    journal = new TemporaryJournal();
    journal.open();
    byte[] bytes = new byte[Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES + batchBytes];
    ByteBuffer.wrap(bytes).putInt(Batch.HEADER_BYTES, batchBytes);
    batch = Batch.close(bytes, 1, 1);
    same = ByteBuffer.allocateDirect(votesPerCommit * batch.length());
    journal.openRaw();
  }

  @Benchmark
  public void appendAndCommit() {
    for (int vote = 0; vote < votesPerCommit; vote++) {
      journal.log().append(new JournalRecord.Voted(VIEW, slot++, batch));
    }
    journal.log().commit();
    if (!journal.log().hasSpare()) {
      journal.log().reserveSome();
    }
    if (slot % SLOTS_KEPT < votesPerCommit) {
      journal.log().cut(slot - SLOTS_KEPT);
    }
  }

  @Benchmark
  public void writeAndForce() throws IOException {
    same.clear();
    journal.writeRaw(same);
  }

  @TearDown
  public void delete() throws IOException {
    journal.close();
  }
}
