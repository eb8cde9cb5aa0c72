package io.synod.replica.stage;

import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.execution.ServiceFailure;
import io.synod.network.transport.LogLimit;
import io.synod.replica.executor.Stage;
import io.synod.replica.executor.StageExecutor;
import io.synod.storage.Journal;
import io.synod.storage.disk.DiskFull;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotStore;
import io.synod.storage.snapshot.SnapshotWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the snapshots that the service has captured, on a thread of its own that nothing of the
 * protocol waits for.
 */
public final class SnapshotStage extends Stage {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");
  private static final long FULL_LINE_NANOS = 10_000_000_000L;

  private final StageExecutor executor;
  private final String who;
  private final long bytesPerSecond;
  private final Supplier<SnapshotStore> store;
  private SnapshotListener listener;
  private Journal journal;

  // Who wants a snapshot asks again each second, for as long as the disk is full.
  private final LogLimit fullLines = new LogLimit(1, FULL_LINE_NANOS);

  private volatile boolean ending;
  private volatile long taken;

  /**
   * @param who this is, for log lines
   * @param bytesPerSecond that are written, at most
   * @param store opened when it is first needed
   */
  public SnapshotStage(
      StageExecutor executor,
      String who,
      long bytesPerSecond,
      Supplier<SnapshotStore> store,
      Consumer<Throwable> onFailure) {
    super("snapshot", executor, ORDERS_ONLY, onFailure);
    this.executor = executor;
    this.who = who;
    this.bytesPerSecond = bytesPerSecond;
    this.store = store;
  }

  /** Before the first cycle. */
  public void reportTo(SnapshotListener snapshots, Journal keepsSpace) {
    listener = snapshots;
    journal = keepsSpace;
  }

  /** Snapshots that were taken and stored since this replica started. Any thread. */
  public long taken() {
    return taken;
  }

  /** What is being written is given up: the replica ends. Any thread. */
  public void giveUp() {
    ending = true;
  }

  /** Takes over {@code captured}. */
  void write(ExecutionSnapshot captured) {
    order(captured);
  }

  /** The service could not be captured before the slot {@code end}. */
  void failed(long end) {
    order(new Event.SnapshotTaken(end, false));
  }

  /** On the service thread: a stored snapshot becomes the state of {@code execution}. */
  void restore(long end, Execution execution) {
    for (SnapshotInfo snapshot : store.get().list()) {
      if (snapshot.end() == end) {
        restore(snapshot, execution);
        return;
      }
    }
    throw new IllegalStateException(
        "the snapshot of slots before " + end + " is gone, and was to be restored");
  }

  private void restore(SnapshotInfo snapshot, Execution execution) {
    // A request before it may have left the flag.
    Thread.interrupted();
    try (InputStream content = new UninterruptedInput(store.get().read(snapshot))) {
      execution.restore(content);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    LOG.info(
        "{}: restored the snapshot of all slots before {}, {} bytes",
        who,
        snapshot.end(),
        snapshot.bytes());
  }

  @Override
  protected void handle(Object item, long nowNanos) throws IOException {
    if (item instanceof ExecutionSnapshot captured) {
      try (captured) {
        write(captured, nowNanos);
      } catch (ServiceFailure failure) {
        notFreed(captured, failure);
      }
    } else if (item instanceof Event.SnapshotTaken failed) {
      listener.snapshotProgress(failed);
    }
  }

  private void write(ExecutionSnapshot captured, long beganNanos) throws IOException {
    long end = captured.end();
    try (SnapshotWriter writer = store.get().begin(end)) {
      captured.writeTo(new PacedOutput(writer, bytesPerSecond, executor, () -> ending));
      // The service may have set the flag behind its last byte.
      Thread.interrupted();
      writer.publish();
    } catch (PacedOutput.GivenUp ended) {
      LOG.info("{}: stops, and leaves its snapshot of all slots before {} unfinished", who, end);
      return;
    } catch (DiskFull full) {
      String leftOut = fullLines.admit(nanoTime());
      if (leftOut != null) {
        LOG.warn(
            "{}: no space for a snapshot of all slots before {}: {}; the journal grows until one"
                + " succeeds; free some{}",
            who,
            end,
            full.getMessage(),
            leftOut);
      }
      store.get().unpin();
      journal.giveBack();
      listener.snapshotProgress(new Event.SnapshotTaken(end, false));
      return;
    } catch (ServiceFailure failure) {
      requireHalted(captured, failure);
      LOG.warn(
          "{}: {}; a member that needs it waits until the request of slot {} at which the service"
              + " has halted is skipped",
          who,
          failure.getMessage(),
          end - 1,
          failure.getCause());
      listener.snapshotProgress(new Event.SnapshotTaken(end, false));
      return;
    }
    taken++;
    LOG.info(
        "{}: took a snapshot of all slots before {} in {} ms",
        who,
        end,
        (nanoTime() - beganNanos) / 1_000_000);
    listener.snapshotProgress(new Event.SnapshotTaken(end, true, captured.isInPart()));
  }

  private void notFreed(ExecutionSnapshot captured, ServiceFailure failure) {
    requireHalted(captured, failure);
    LOG.warn(
        "{}: {}; the replica goes on, because the service has halted",
        who,
        failure.getMessage(),
        failure.getCause());
  }

  /** Throws {@code failure}, unless a request at which the service has halted may be its cause. */
  private static void requireHalted(ExecutionSnapshot captured, ServiceFailure failure) {
    if (!captured.isInPart() || failure.getCause() instanceof Error) {
      throw failure;
    }
  }

  @Override
  protected void discard(Object item) {
    if (item instanceof ExecutionSnapshot captured) {
      try {
        captured.close();
      } catch (ServiceFailure failure) {
        notFreed(captured, failure);
      }
    }
  }
}
