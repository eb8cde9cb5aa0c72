package io.synod.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.synod.core.cluster.View;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import io.synod.storage.disk.DiskFull;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A disk that fails once has failed; a disk that is full has not. */
@ParameterizedClass
@EnumSource
final class DiskFaultTest {

  private static final String EIO = "Input/output error";

  private final List<JournalRecord> appended = new ArrayList<>();
  private final List<Long> numbers = new ArrayList<>();
  private long durable;
  private boolean wasReset;
  private final WriteVariant variant;

  DiskFaultTest(WriteVariant variant) {
    this.variant = variant;
  }

  @Test
  void any_call_that_fails_ends_the_journal_and_is_not_tried_again() {
    int failed = 0;
    for (int call = 0; call < callsOfAScript(); call++) {
      MemoryDisk disk = variant.disk();
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
    MemoryDisk disk = variant.disk();
    WriteAheadLog log = SomeRecords.reopen(disk);
    log.append(SomeRecords.voted(1, 0, 100));
    log.commit();
    log.append(SomeRecords.voted(1, 1, 100));
    disk.failWith((call, what) -> what.startsWith("write") ? new IOException(EIO) : null);

    assertThatThrownBy(log::commit)
        .isInstanceOf(JournalFailure.class)
        .hasMessageContaining(
            switch (variant) {
              case BUFFERED, BUFFERED_SYNCED -> "write 192 bytes at offset 704";
              case SECTORS, SECTORS_SYNCED -> "write 512 bytes at offset 512";
              case PAGES -> "write 4096 bytes at offset 0";
            })
        .hasMessageContaining(" of memory/" + Segment.name(1))
        .hasMessageContaining(EIO)
        .hasMessageContaining("start the replica again");

    int calls = disk.calls.size();
    disk.failWith((call, what) -> null);
    JournalFailure failure = catchThrowableOfType(JournalFailure.class, log::commit);
    assertThat(failure.what()).startsWith("could not write").endsWith(EIO);
    List<Runnable> acts =
        List.of(
            log::commit,
            () -> log.append(SomeRecords.promised(1, 1)),
            log::needsCommit,
            log::isFull,
            log::reserve,
            log::reset,
            () -> log.cut(10),
            () -> log.repair(damage(), SomeRecords.batch(100, 1)));
    for (Runnable act : acts) {
      assertThatThrownBy(act::run).isSameAs(failure);
    }
    assertThat(disk.calls).hasSize(calls);
    assertThat(log.durable()).isEqualTo(1);
    log.close();
    assertThat(disk.calls.subList(calls, disk.calls.size()))
        .allMatch(call -> call.startsWith("close"));
  }

  /** A replica that was started once as another user leaves such files; the disk is whole. */
  @Test
  void a_right_that_is_missing_is_no_fault_of_the_disk() {
    MemoryDisk disk = variant.disk();
    SomeRecords.reopen(disk).close();
    disk.failWith(
        (call, what) -> what.startsWith("open") ? new AccessDeniedException("a file") : null);

    assertThatThrownBy(() -> SomeRecords.reopen(disk))
        .isInstanceOf(JournalFailure.class)
        .hasMessage(
            "could not open memory/%s: user '%s' may not read and write it; give that right, then start the replica again"
                .formatted(Segment.name(1), System.getProperty("user.name")));
  }

  @Test
  void unreadable_records_are_not_given_up_by_themselves() {
    MemoryDisk disk = variant.disk();
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      append(log, SomeRecords.voted(1, 0, 100));
      log.commit();
    }
    MemoryDisk failing = disk.killed();
    failing.failWith(
        (call, what) ->
            what.startsWith("read") && what.contains(Segment.name(1))
                ? new IOException(EIO)
                : null);

    assertThatThrownBy(() -> SomeRecords.reopen(failing))
        .isInstanceOf(JournalFailure.class)
        .hasMessageContaining("could not read at offset 0 of memory/" + Segment.name(1))
        .hasMessageContaining("start with an empty directory");
    failing.failWith((call, what) -> null);

    assertThat(SomeRecords.recover(failing).records()).containsExactlyElementsOf(appended);
  }

  @Test
  void a_disk_that_is_full_at_any_call_loses_nothing() {
    int full = 0;
    for (int call = 0; call < callsOfAScript(); call++) {
      for (int duration : new int[] {1, 20, 1000}) {
        MemoryDisk disk = variant.disk();
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
    MemoryDisk disk = variant.disk();
    disk.usableBytes = 0;
    WriteAheadLog log = SomeRecords.reopen(disk);
    assertThat(log.isFull()).isTrue();
    log.append(SomeRecords.promised(1, 1));
    log.commit();
    assertThat(log.durable()).isZero();

    disk.usableBytes = 10_000;
    assertThat(log.reserve()).isTrue();
    log.commit();

    assertThat(log.durable()).isEqualTo(1);
    assertThat(log.isFull()).isFalse();
    log.close();
    assertThat(SomeRecords.recover(disk).records()).containsExactly(SomeRecords.promised(1, 1));
  }

  @Test
  void a_damaged_vote_is_not_void_as_long_as_the_decision_waits_for_space() {
    MemoryDisk disk = variant.disk();
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      log.append(SomeRecords.voted(1, 0, 1000));
      log.append(SomeRecords.voted(1, 1, 1000));
    }
    disk.bytes(Segment.name(1))[SegmentHeader.BYTES + RecordHeader.BYTES + 100] ^= 1;
    WriteAheadLog log = SomeRecords.reopen(disk);
    log.repair(SomeRecords.recover(disk).damaged().get(0), SomeRecords.batch(500, 1));
    // Nothing can be written but, if it were tried, the damaged record.
    int[] writes = {0};
    disk.failWith(
        (call, what) ->
            what.startsWith("write") && writes[0]++ == 0 ? new DiskFull("", null) : null);

    log.commit();

    assertThat(log.durable()).isLessThan(log.appended());
    assertThat(log.counters().bytes()).as("written").isZero();
    assertThat(SomeRecords.recover(disk).damaged()).hasSize(1);
    disk.failWith((call, what) -> null);
    log.commit();

    assertThat(log.needsCommit()).isFalse();
    assertThat(log.counters().bytes()).isBetween(500L, 4096L);
    log.close();
    assertThat(SomeRecords.recover(disk).records())
        .containsExactly(
            SomeRecords.voted(1, 1, 1000), new JournalRecord.Learnt(0, SomeRecords.batch(500, 1)));
  }

  private static boolean wantsSpace(String call) {
    return call.startsWith("create") || call.startsWith("write");
  }

  private int callsOfAScript() {
    MemoryDisk disk = variant.disk();
    script(disk);
    return disk.calls.size();
  }

  /** As on a file system that takes new space for what is written at an old place. */
  @Test
  void durable_records_are_not_cut_when_a_new_segment_finds_no_space() {
    MemoryDisk disk = variant.disk();
    begin();
    WriteAheadLog log = SomeRecords.reopen(disk);
    append(log, SomeRecords.promised(1, 1));
    append(log, SomeRecords.voted(1, 0, 1500));
    append(log, SomeRecords.voted(1, 1, 1500));
    log.commit();
    log.reserve();
    durable = log.durable();
    int lasting = appended.size();
    append(log, SomeRecords.voted(1, 2, 1500));
    disk.failWith(
        (call, what) ->
            what.startsWith("write") && what.contains(".journal")
                ? new DiskFull("full", null)
                : null);
    log.commit();
    assertThat(log.durable()).as("nothing of the next segment").isEqualTo(durable);
    log.cut(2);
    SomeRecords.Recovered recovered = SomeRecords.recover(disk.afterPowerCut(MemoryDisk.random(1)));
    assertThat(recovered.found().isComplete()).isTrue();
    assertThat(recovered.records())
        .startsWith(appended.get(0))
        .hasSizeGreaterThanOrEqualTo(lasting);
  }

  /** Everything that a journal can be asked for, in three lives. */
  private void script(MemoryDisk disk) {
    begin();
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      use(log);
    }
    rot(disk);
    SomeRecords.Recovered recovered = SomeRecords.recover(disk);
    try (WriteAheadLog log =
        WriteAheadLog.open(disk, disk.small(), SomeRecords.IDENTITY, recovered.found())) {
      JournalRecord.Voted vote = (JournalRecord.Voted) SomeRecords.voted(2, 3, 500);
      recovered.damaged().forEach(damage -> log.repair(damage, vote.batch()));
      log.commit();
      durable = log.durable();
      log.cut(5);
    }
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      append(log, SomeRecords.joined(3, MemberStatus.RECOVERING));
      wasReset = true;
      log.reset();
      append(log, SomeRecords.learnt(100, 5000));
      log.commit();
      durable = log.durable();
    }
  }

  /** As the script, as far as it goes on a full disk; returns whether that was reported. */
  private boolean scriptWhileFull(MemoryDisk disk) {
    begin();
    WriteAheadLog log = SomeRecords.reopen(disk);
    use(log);
    boolean wasFull = log.isFull() || durable < log.appended();
    log.cut(5);
    log.reset();
    append(log, SomeRecords.learnt(100, 500));
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
    SomeRecords.Recovered recovered = SomeRecords.recover(disk);
    assertThat(recovered.found().isComplete()).isTrue();
    assertThat(recovered.records())
        .containsExactly(
            SomeRecords.joined(1, MemberStatus.MEMBER),
            SomeRecords.promised(2, 1),
            SomeRecords.learnt(100, 500));
    return wasFull;
  }

  private void begin() {
    appended.clear();
    numbers.clear();
    durable = 0;
    wasReset = false;
  }

  private void use(WriteAheadLog log) {
    append(log, SomeRecords.joined(1, MemberStatus.MEMBER));
    append(log, SomeRecords.promised(2, 1));
    for (int slot = 0; slot < 12; slot++) {
      append(log, SomeRecords.voted(2, slot, 500));
      if (slot % 3 == 2) {
        log.commit();
        durable = log.durable();
        log.reserve();
      }
    }
    append(log, SomeRecords.decided(6));
    append(log, SomeRecords.voted(2, 12, 6000));
    append(log, SomeRecords.voted(2, 13, 500));
    log.commit();
    durable = log.durable();
  }

  private void append(WriteAheadLog log, JournalRecord record) {
    numbers.add(log.append(record));
    appended.add(record);
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

  /** Every record that was durable is read, or named damaged, if it was not cut or made void. */
  private void verifyDurable(MemoryDisk disk) {
    SomeRecords.Recovered recovered = SomeRecords.recover(disk);
    assertThat(recovered.found().isComplete()).isTrue();
    assertThat(recovered.found().lastNumber()).isGreaterThanOrEqualTo(durable);
    List<Long> damaged = recovered.damaged().stream().map(Damage::slot).toList();
    for (int index = 0; index < appended.size(); index++) {
      JournalRecord record = appended.get(index);
      boolean mayBeGone =
          numbers.get(index) > durable
              || wasReset && !record.equals(SomeRecords.joined(3, MemberStatus.RECOVERING))
              || SomeRecords.slot(record) < 5 && !(record instanceof JournalRecord.Joined);
      if (!mayBeGone && !damaged.contains(SomeRecords.slot(record))) {
        assertThat(recovered.records()).contains(record);
      }
    }
  }
}
