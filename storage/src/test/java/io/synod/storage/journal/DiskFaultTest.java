package io.synod.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.synod.core.cluster.View;
import io.synod.core.effect.Persisted;
import io.synod.core.message.Standing;
import io.synod.storage.disk.DiskFull;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A disk that fails once has failed; a disk that is full has not. */
final class DiskFaultTest {
  private static final String EIO = "Input/output error";

  private final List<Persisted> appended = new ArrayList<>();
  private final List<Long> numbers = new ArrayList<>();
  private long durable;
  private boolean wasReset;

  @Test
  void any_call_that_fails_ends_the_journal_and_is_not_tried_again() {
    int failed = 0;
    for (int call = 0; call < callsOfAScript(); call++) {
      MemoryDisk disk = new MemoryDisk();
      long failing = call;
      disk.failWith((at, what) -> at == failing ? new IOException(EIO) : null);

      JournalFailure failure = catchThrowableOfType(JournalFailure.class, () -> script(disk));

      assertThat(failure).as("call %d", call).isNotNull();
      assertThat(failure).hasMessageContaining(EIO).hasMessageContaining("memory/");
      assertThat(disk.calls.subList(call + 1, disk.calls.size()))
          .as(disk.calls.get(call))
          .allMatch(later -> later.startsWith("close"));
      assertThat(disk.open).as(disk.calls.get(call)).isZero();
      verifyDurable(disk.killed());
      failed++;
    }
    assertThat(failed).isGreaterThan(80);
  }

  @Test
  void a_failure_names_what_was_done_and_comes_again_from_every_call() {
    MemoryDisk disk = new MemoryDisk();
    WriteAheadLog log = Facts.reopen(disk);
    log.append(Facts.voted(1, 0, 100));
    log.commit();
    log.append(Facts.voted(1, 1, 100));
    disk.failWith((call, what) -> what.startsWith("write") ? new IOException(EIO) : null);

    assertThatThrownBy(log::commit)
        .isInstanceOf(JournalFailure.class)
        .hasMessageContaining("write 192 bytes at offset 704 of memory/" + Segment.name(1))
        .hasMessageContaining(EIO)
        .hasMessageContaining("start the replica again");

    int calls = disk.calls.size();
    disk.failWith((call, what) -> null);
    JournalFailure failure = catchThrowableOfType(JournalFailure.class, log::commit);
    List<Runnable> acts =
        List.of(
            log::commit,
            () -> log.append(Facts.promised(1, 1)),
            log::needsCommit,
            log::isFull,
            log::reserve,
            log::reset,
            () -> log.cut(10),
            () -> log.repair(damage(), Facts.batch(100, 1)));
    for (Runnable act : acts) {
      assertThatThrownBy(act::run).isSameAs(failure);
    }
    assertThat(disk.calls).hasSize(calls);
    assertThat(log.durable()).isEqualTo(1);
    log.close();
    assertThat(disk.calls.subList(calls, disk.calls.size()))
        .allMatch(call -> call.startsWith("close"));
  }

  @Test
  void a_disk_that_is_full_at_any_call_loses_nothing() {
    int full = 0;
    for (int call = 0; call < callsOfAScript(); call++) {
      for (int duration : new int[] {1, 20, 1000}) {
        MemoryDisk disk = new MemoryDisk();
        long from = call;
        long until = call + duration;
        disk.failWith(
            (at, what) ->
                at >= from && at < until && wantsSpace(what) ? new DiskFull("full", null) : null);
        if (scriptWhileFull(disk)) {
          full++;
        }
      }
    }
    assertThat(full).isGreaterThan(50);
  }

  @Test
  void a_new_journal_on_a_full_disk_waits() {
    MemoryDisk disk = new MemoryDisk();
    disk.usableBytes = 0;
    WriteAheadLog log = Facts.reopen(disk);
    assertThat(log.isFull()).isTrue();
    log.append(Facts.promised(1, 1));
    log.commit();
    assertThat(log.durable()).isZero();

    disk.usableBytes = 10_000;
    assertThat(log.reserve()).isTrue();
    log.commit();

    assertThat(log.durable()).isEqualTo(1);
    assertThat(log.isFull()).isFalse();
    log.close();
    assertThat(Facts.recover(disk).facts()).containsExactly(Facts.promised(1, 1));
  }

  @Test
  void a_damaged_vote_is_not_void_as_long_as_the_decision_waits_for_space() {
    MemoryDisk disk = new MemoryDisk();
    try (WriteAheadLog log = Facts.reopen(disk)) {
      log.append(Facts.voted(1, 0, 1000));
      log.append(Facts.voted(1, 1, 1000));
    }
    disk.bytes(Segment.name(1))[SegmentHeader.BYTES + RecordHeader.BYTES + 100] ^= 1;
    WriteAheadLog log = Facts.reopen(disk);
    log.repair(Facts.recover(disk).damaged().get(0), Facts.batch(500, 1));
    // Nothing can be written but, if it were tried, the damaged record.
    int[] writes = {0};
    disk.failWith(
        (call, what) ->
            what.startsWith("write") && writes[0]++ == 0 ? new DiskFull("", null) : null);

    log.commit();

    assertThat(log.durable()).isLessThan(log.appended());
    assertThat(Facts.recover(disk).damaged()).hasSize(1);
    disk.failWith((call, what) -> null);
    log.commit();

    assertThat(log.needsCommit()).isFalse();
    log.close();
    assertThat(Facts.recover(disk).facts())
        .containsExactly(Facts.voted(1, 1, 1000), new Persisted.Learnt(0, Facts.batch(500, 1)));
  }

  private static boolean wantsSpace(String call) {
    return call.startsWith("create") || call.startsWith("write");
  }

  private int callsOfAScript() {
    MemoryDisk disk = new MemoryDisk();
    script(disk);
    return disk.calls.size();
  }

  /** Everything that a journal can be asked for, in three lives. */
  private void script(MemoryDisk disk) {
    begin();
    try (WriteAheadLog log = Facts.reopen(disk)) {
      use(log);
    }
    rot(disk);
    Facts.Recovered recovered = Facts.recover(disk);
    try (WriteAheadLog log =
        WriteAheadLog.open(disk, Facts.SMALL, Facts.IDENTITY, recovered.found())) {
      Persisted.Voted vote = (Persisted.Voted) Facts.voted(2, 3, 500);
      recovered.damaged().forEach(damage -> log.repair(damage, vote.batch()));
      log.commit();
      durable = log.durable();
      log.cut(5);
    }
    try (WriteAheadLog log = Facts.reopen(disk)) {
      append(log, Facts.joined(3, Standing.RECOVERING));
      wasReset = true;
      log.reset();
      append(log, Facts.learnt(100, 5000));
      log.commit();
      durable = log.durable();
    }
  }

  /** As the script, as far as it goes while the disk may be full; returns whether that was told. */
  private boolean scriptWhileFull(MemoryDisk disk) {
    begin();
    WriteAheadLog log = Facts.reopen(disk);
    use(log);
    boolean wasFull = log.isFull() || durable < log.appended();
    log.cut(5);
    log.reset();
    append(log, Facts.learnt(100, 500));
    log.commit();
    wasFull |= log.isFull();
    assertThat(log.durable() < log.appended() && !log.isFull()).isFalse();
    disk.failWith((at, what) -> null);
    log.reserve();
    log.commit();
    assertThat(log.durable()).isEqualTo(log.appended());
    assertThat(log.isFull()).isFalse();
    assertThat(log.needsCommit()).isFalse();
    log.close();
    assertThat(disk.open).isZero();
    Facts.Recovered recovered = Facts.recover(disk);
    assertThat(recovered.found().isComplete()).isTrue();
    assertThat(recovered.facts())
        .containsExactly(
            Facts.joined(1, Standing.MEMBER), Facts.promised(2, 1), Facts.learnt(100, 500));
    return wasFull;
  }

  private void begin() {
    appended.clear();
    numbers.clear();
    durable = 0;
    wasReset = false;
  }

  private void use(WriteAheadLog log) {
    append(log, Facts.joined(1, Standing.MEMBER));
    append(log, Facts.promised(2, 1));
    for (int slot = 0; slot < 12; slot++) {
      append(log, Facts.voted(2, slot, 500));
      if (slot % 3 == 2) {
        log.commit();
        durable = log.durable();
        log.reserve();
      }
    }
    append(log, Facts.decided(6));
    append(log, Facts.voted(2, 12, 6000));
    append(log, Facts.voted(2, 13, 500));
    log.commit();
    durable = log.durable();
  }

  private void append(WriteAheadLog log, Persisted fact) {
    numbers.add(log.append(fact));
    appended.add(fact);
  }

  /** The vote of slot 3, and the header of the second segment. */
  private static void rot(MemoryDisk disk) {
    List<ScannedRecord> records = new ArrayList<>();
    JournalScan.read(disk, records::add);
    for (ScannedRecord record : records) {
      if (record.type() == RecordType.VOTED && record.slot() == 3) {
        disk.bytes(Segment.name(1))[(int) record.offset() + RecordHeader.BYTES + 100] ^= 1;
      }
    }
    disk.bytes(Segment.name(2))[100] ^= 1;
  }

  private static Damage damage() {
    return new Damage(
        "memory/" + Segment.name(1), SegmentHeader.BYTES, 1, "Voted", 0, View.NONE, 100, "rot");
  }

  /** Every fact that was durable is read, or named damaged, if it was not cut or made void. */
  private void verifyDurable(MemoryDisk disk) {
    Facts.Recovered recovered = Facts.recover(disk);
    assertThat(recovered.found().isComplete()).isTrue();
    assertThat(recovered.found().lastNumber()).isGreaterThanOrEqualTo(durable);
    List<Long> damaged = recovered.damaged().stream().map(Damage::slot).toList();
    for (int index = 0; index < appended.size(); index++) {
      Persisted fact = appended.get(index);
      boolean mayBeGone =
          numbers.get(index) > durable
              || wasReset && !fact.equals(Facts.joined(3, Standing.RECOVERING))
              || Facts.slot(fact) < 5 && !(fact instanceof Persisted.Joined);
      if (!mayBeGone && !damaged.contains(Facts.slot(fact))) {
        assertThat(recovered.facts()).contains(fact);
      }
    }
  }
}
