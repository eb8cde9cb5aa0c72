package io.synod.storage.snapshot;

import static io.synod.storage.snapshot.Snapshots.content;
import static io.synod.storage.snapshot.Snapshots.file;
import static io.synod.storage.snapshot.Snapshots.open;
import static io.synod.storage.snapshot.Snapshots.publish;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class SnapshotThreadsTest {
  private static final long LAST = 400;

  private final TwinDisk disk = new TwinDisk();
  private final AtomicBoolean done = new AtomicBoolean();

  @Test
  void the_journal_does_not_wait_for_a_snapshot_whose_name_is_being_forced() throws Exception {
    SnapshotStore store = open(disk);
    publish(store, 1);
    CountDownLatch forcing = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    disk.whileNamesAreForced =
        () -> {
          forcing.countDown();
          await(goOn);
        };
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<SnapshotInfo> writer = threads.submit(() -> publish(store, 2));
      await(forcing);
      Future<Long> journal = threads.submit(store::firstPinned);
      assertThat(journal.get()).isEqualTo(Long.MAX_VALUE);
      assertThat(Snapshots.ends(store)).containsExactly(1L);
      goOn.countDown();
      writer.get();
      assertThat(Snapshots.ends(store)).containsExactly(2L, 1L);
    } finally {
      goOn.countDown();
      threads.shutdownNow();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  /** The disk checks that its names are used by one thread at a time. */
  @Test
  void writing_receiving_restoring_and_sending_do_not_meet() throws Exception {
    SnapshotStore store = open(disk);
    publish(store, 1);
    // A thread without the lock comes in between.
    disk.whileNamesAreUsed = Thread::yield;
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Void>> others =
          List.of(
              threads.submit(untilDone(() -> restore(store))),
              threads.submit(untilDone(() -> send(store))),
              threads.submit(
                  untilDone(() -> Snapshots.receive(store, 1, file(Snapshots.PEER, 1), 50))));
      Future<Void> writer =
          threads.submit(
              () -> {
                for (long end = 2; end <= LAST; end++) {
                  publish(store, end);
                }
                return null;
              });
      try {
        writer.get();
      } finally {
        done.set(true);
      }
      for (Future<Void> other : others) {
        other.get();
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(Snapshots.ends(store)).containsExactly(LAST, LAST - 1);
    Snapshots.assertWhole(store);
    store.close();
    assertThat(disk.openFiles()).isZero();
    assertThat(disk.list()).hasSize(2);
  }

  private interface Act {
    void run() throws IOException;
  }

  private Callable<Void> untilDone(Act act) {
    return () -> {
      while (!done.get()) {
        act.run();
      }
      return null;
    };
  }

  private static void restore(SnapshotStore store) throws IOException {
    SnapshotInfo newest = store.list().get(0);
    try {
      assertThat(Snapshots.read(store, newest)).isEqualTo(content(newest.end()));
      store.verify(newest);
    } catch (NoSuchFileException pruned) {
      assertThat(store.list()).doesNotContain(newest);
    }
  }

  private static void send(SnapshotStore store) throws IOException {
    SnapshotInfo newest = store.list().get(0);
    byte[] whole = new byte[(int) newest.bytes()];
    int bytes = store.readPart(newest.end(), 0, whole);
    if (bytes == SnapshotStore.NO_LONGER_KEPT) {
      assertThat(store.list()).doesNotContain(newest);
    } else {
      assertThat(whole).isEqualTo(file(Snapshots.SELF, newest.end()));
    }
  }
}
