package io.synod.benchmarks.micro;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.effect.JournalRecord;
import io.synod.storage.journal.JournalFindings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reading a journal of 1 GiB, in votes for batches of 64 KiB, into what a replica starts from. The
 * file system's cache is warm.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
public class JournalRecoveryBenchmark {
  private static final View VIEW = new View(1, 0);
  private static final long JOURNAL_BYTES = 1L << 30;
  private static final int BATCH_BYTES = 1 << 16;
  private static final int VOTES_PER_COMMIT = 64;

  private TemporaryJournal journal;

  @Setup
  public void write() throws IOException {
    journal = new TemporaryJournal();
    journal.open();
    byte[] bytes = new byte[BATCH_BYTES];
    int payload = BATCH_BYTES - Batch.HEADER_BYTES - BatchEntry.HEADER_BYTES;
    ByteBuffer.wrap(bytes).putInt(Batch.HEADER_BYTES, payload);
    Batch batch = Batch.close(bytes, 1, 1);
    for (long slot = 0; slot * BATCH_BYTES < JOURNAL_BYTES; slot++) {
      journal.log().append(new JournalRecord.Voted(VIEW, slot, batch));
      if (slot % VOTES_PER_COMMIT == 0) {
        journal.log().commit();
        journal.log().reserve();
      }
    }
    journal.closeLog();
  }

  @Benchmark
  public JournalFindings recover() {
    return journal.recover();
  }

  @TearDown
  public void delete() throws IOException {
    journal.close();
  }
}
