package io.synod.replica.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.effect.JournalRecord;
import io.synod.core.event.Event;
import io.synod.core.execution.ExceptionListener;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.execution.Replies;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.SnapshotPart;
import io.synod.core.settings.OnException;
import io.synod.core.settings.ServiceSettings;
import io.synod.core.settings.SessionSettings;
import io.synod.replica.SumService;
import io.synod.replica.executor.ManualExecutor;
import io.synod.storage.Journal;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.disk.QuotaDisk;
import io.synod.storage.snapshot.ScratchStore;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotStore;
import io.synod.storage.snapshot.SnapshotWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TransferStageTest {
  private static final long PIN_NANOS = 100;
  private static final int QUOTA_BYTES = 100_000;
  private static final SnapshotPart FIRST = new SnapshotPart(7, 60_000, 0, new byte[10]);

  @TempDir Path directory;

  private final ManualExecutor executor = new ManualExecutor();
  private final List<Event> events = new ArrayList<>();
  private final List<SnapshotPart> served = new ArrayList<>();

  @Test
  void a_snapshot_gets_the_space_that_the_journal_keeps_for_later_segments() throws IOException {
    Path retired = Files.write(directory.resolve("1.retired"), new byte[50_000]);
    TransferStage stage = stage(new KeepingJournal(retired));

    stage.handle(FIRST, 0);
    assertThat(retired).doesNotExist();
    stage.handle(FIRST, 0);
    // Only the journal's thread gives back, so that the part is asked for again.
    assertThat(events)
        .containsExactly(new Event.PartStored(7, -1, false), new Event.PartStored(7, 10, false));
    stage.release();
  }

  @Test
  void a_snapshot_that_is_deleted_while_it_is_looked_at_is_not_served_and_stops_nothing()
      throws IOException {
    SnapshotStore store = storeOf7();
    AtomicInteger uses = new AtomicInteger();
    TransferStage stage =
        stage(
            new KeepingJournal(directory),
            () -> {
              if (uses.incrementAndGet() == 2) {
                // Between the list and the look at what it named.
                publish(store, 8);
                publish(store, 9);
              }
              return store;
            });

    stage.handle(
        new TransferStage.Read(2, new FetchSnapshot(0, 0, 1 << 16), false, served::add), 0);
    stage.handle(
        new TransferStage.Read(2, new FetchSnapshot(0, 0, 1 << 16), false, served::add), 0);
    assertThat(served).extracting(SnapshotPart::end).containsExactly(0L, 9L);
    assertThat(events).last().isEqualTo(new Event.SnapshotLost(9));
    stage.release();
  }

  @Test
  void a_snapshot_is_sent_to_its_end_although_newer_ones_are_taken_meanwhile() throws IOException {
    SnapshotStore store = storeOf7();
    TransferStage stage = serving(store);

    stage.handle(new TransferStage.Read(2, new FetchSnapshot(0, 0, 10), false, served::add), 0);
    for (long end = 8; end < 20; end++) {
      long offset = served.get(served.size() - 1).offset() + 1;
      publish(store, end);
      stage.handle(
          new TransferStage.Read(2, new FetchSnapshot(7, offset, 10), false, served::add), end);
    }

    assertThat(served).extracting(SnapshotPart::end).containsOnly(7L);
    stage.release();
  }

  @Test
  void a_waiting_peer_gets_its_snapshot_after_a_long_look_at_another() throws IOException {
    SnapshotStore store = storeOf7();
    AtomicLong slowness = new AtomicLong();
    TransferStage stage =
        stage(
            new KeepingJournal(directory),
            () -> {
              executor.pass(slowness.getAndSet(0));
              return store;
            });
    stage.read(2, new FetchSnapshot(0, 0, 10), served::add);
    executor.run(stage);
    publish(store, 8);
    publish(store, 9);

    slowness.set(2 * PIN_NANOS);
    stage.read(3, new FetchSnapshot(0, 0, 10), served::add);
    stage.read(2, new FetchSnapshot(7, 10, 10), served::add);
    executor.run(stage);
    stage.read(2, new FetchSnapshot(7, 20, 10), served::add);
    executor.run(stage);
    assertThat(served).extracting(SnapshotPart::end).containsExactly(7L, 9L, 7L, 7L);

    executor.pass(stage.nextWakeUpNanos() - executor.nanoTime());
    executor.run(stage);
    executor.pass(PIN_NANOS);
    executor.run(stage);
    assertThat(store.list()).extracting(SnapshotInfo::end).containsExactly(9L, 8L);
    stage.release();
  }

  @Test
  void a_snapshot_within_a_slot_is_for_members_only() throws IOException {
    SnapshotStore store = store();
    try (ExecutionSnapshot halted = halted();
        SnapshotWriter writer = store.begin(halted.end())) {
      halted.writeTo(writer);
      writer.publish();
    }
    TransferStage stage = serving(store);
    FetchSnapshot newest = new FetchSnapshot(0, 0, 10);

    stage.handle(new TransferStage.Read("learner", newest, true, served::add), 0);
    stage.handle(new TransferStage.Read(2, newest, false, served::add), 0);
    assertThat(served).extracting(SnapshotPart::end).containsExactly(0L, 1L);
    stage.release();
  }

  @Test
  void a_snapshot_that_rots_after_it_was_verified_is_discarded_and_stops_nothing()
      throws IOException {
    SnapshotStore store = storeOf7();
    TransferStage stage = serving(store);
    FetchSnapshot newest = new FetchSnapshot(0, 0, 10);
    stage.handle(new TransferStage.Read(2, newest, false, served::add), 0);

    Path file = directory.resolve("snapshots/0000000000000007.snapshot");
    byte[] bytes = Files.readAllBytes(file);
    bytes[30] ^= 1;
    Files.write(file, bytes);
    stage.handle(new TransferStage.Read("learner", newest, true, served::add), 0);
    assertThat(served).extracting(SnapshotPart::end).containsExactly(7L, 0L);
    assertThat(store.list()).isEmpty();
    assertThat(events).isNotEmpty().containsOnly(new Event.SnapshotLost(0));
    stage.release();
  }

  @Test
  void a_damaged_snapshot_is_lost_up_to_the_end_of_the_one_before() throws IOException {
    SnapshotStore store = store();
    publish(store, 7);
    publish(store, 8);
    Path file = directory.resolve("snapshots/0000000000000008.snapshot");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 1;
    Files.write(file, bytes);
    TransferStage stage = serving(store);
    stage.handle(new TransferStage.Read(2, new FetchSnapshot(0, 0, 10), false, served::add), 0);
    assertThat(served).extracting(SnapshotPart::end).containsExactly(7L);
    assertThat(events).containsExactly(new Event.SnapshotLost(7));
    stage.release();
  }

  @Test
  void snapshots_that_the_system_has_deleted_are_lost() throws IOException {
    try (ScratchStore scratch = new ScratchStore(directory, new SnapshotIdentity("test", 0))) {
      publish(scratch.store(), 7);
      TransferStage stage = stage(new KeepingJournal(directory), scratch::store);
      FetchSnapshot newest = new FetchSnapshot(0, 0, 10);
      stage.handle(new TransferStage.Read(2, newest, false, served::add), 0);
      try (Stream<Path> made = Files.walk(directory)) {
        for (Path path : made.sorted(Comparator.reverseOrder()).toList()) {
          if (!path.equals(directory)) {
            Files.delete(path);
          }
        }
      }
      stage.handle(new TransferStage.Read(2, newest, false, served::add), 0);
      assertThat(served).extracting(SnapshotPart::end).containsExactly(7L, 0L);
      assertThat(events).containsExactly(new Event.SnapshotLost(0));
      stage.release();
    }
  }

  /** The state of a service that has halted in slot 0: its request has no number. */
  private static ExecutionSnapshot halted() {
    Execution execution =
        new Execution(
            new SumService(),
            new SessionSettings(1_000, 64, 100),
            new ServiceSettings(OnException.STOP, 8, 1),
            ExceptionListener.NONE);
    byte[] bytes = new byte[Batch.HEADER_BYTES + 2 * BatchEntry.HEADER_BYTES];
    BatchEntry.putHeader(bytes, Batch.HEADER_BYTES, 0, 7, BatchEntry.OPEN, 0);
    BatchEntry.putHeader(bytes, Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES, 0, 7, 1, 1);
    execution.execute(
        0,
        Batch.close(bytes, 5, 2),
        new Replies() {
          @Override
          public void reply(long session, long sequence, ReplyStatus status, byte[] answer) {}

          @Override
          public void event(long session, long number, byte[] event) {}
        });
    return execution.capture();
  }

  @Test
  void a_repeated_request_before_its_part_was_read_costs_one_part() throws IOException {
    SnapshotStore store = storeOf7();
    TransferStage stage = serving(store);
    FetchSnapshot request = new FetchSnapshot(0, 0, 10);

    for (int time = 0; time < 1000; time++) {
      stage.read(2, request, served::add);
      stage.read(1, request, served::add);
    }
    executor.run(stage);
    assertThat(served).hasSize(2);

    stage.read(2, request, served::add);
    executor.run(stage);
    assertThat(served).hasSize(3);
    stage.release();
  }

  @Test
  void a_crowd_of_clients_leaves_half_of_the_inbox_to_peers() throws IOException {
    SnapshotStore store = storeOf7();
    TransferStage stage = serving(store);
    FetchSnapshot request = new FetchSnapshot(7, 0, 10);
    AtomicInteger ofClients = new AtomicInteger();
    for (int client = 0; client < 1000; client++) {
      stage.readFor(new QuietClient(), request, part -> ofClients.incrementAndGet());
    }

    stage.read(2, request, served::add);
    executor.run(stage);
    assertThat(served).extracting(SnapshotPart::end).containsExactly(7L);
    assertThat(ofClients).hasValue(128);
    stage.release();
  }

  private static void publish(SnapshotStore store, long end) {
    try (SnapshotWriter writer = store.begin(end)) {
      writer.publish();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private SnapshotStore storeOf7() throws IOException {
    SnapshotStore store = store();
    publish(store, 7);
    return store;
  }

  private TransferStage serving(SnapshotStore store) {
    return stage(new KeepingJournal(directory), () -> store);
  }

  private TransferStage stage(Journal journal) throws IOException {
    SnapshotStore store = store();
    return stage(journal, () -> store);
  }

  private TransferStage stage(Journal journal, Supplier<SnapshotStore> store) {
    TransferStage stage =
        new TransferStage(executor, "replica 0", 1 << 16, PIN_NANOS, store, failure -> {});
    stage.reportTo(events::add, journal);
    return stage;
  }

  private SnapshotStore store() throws IOException {
    Disk disk =
        new QuotaDisk(
            FileDisk.of(Files.createDirectory(directory.resolve("snapshots"))),
            directory,
            QUOTA_BYTES);
    return SnapshotStore.open(disk, new SnapshotIdentity("test", 0), () -> 0);
  }

  /** Has one file that it does not need now. */
  private record KeepingJournal(Path file) implements Journal {
    @Override
    public void append(JournalRecord record) {}

    @Override
    public void cut(long slot) {}

    @Override
    public void giveBack() {
      try {
        Files.delete(file);
      } catch (IOException lost) {
        throw new UncheckedIOException(lost);
      }
    }

    @Override
    public long appended() {
      return 0;
    }

    @Override
    public long durable() {
      return 0;
    }
  }
}
