package io.synod.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import io.synod.storage.disk.DiskFull;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
final class WriteAheadLogTest {

  private final MemoryDisk disk;
  private final List<JournalRecord> appended = new ArrayList<>();

  WriteAheadLogTest(WriteVariant variant) {
    disk = variant.disk();
  }

  @Test
  void an_empty_directory_holds_nothing() {
    JournalFindings found = SomeRecords.recover(disk).found();

    assertThat(found.lastNumber()).isZero();
    assertThat(found.isComplete()).isTrue();
    assertThat(found.nextSegment()).isEqualTo(1);
  }

  @Test
  void committed_records_are_read_again_in_order() {
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      appendAllKinds(log);
      log.commit();
    }
    SomeRecords.Recovered recovered = SomeRecords.recover(disk);

    assertThat(recovered.records()).isEqualTo(appended);
    assertThat(recovered.found().torn()).isNull();
    assertThat(recovered.found().mendable()).isEmpty();
    assertThat(recovered.found().durableNumber()).isEqualTo(recovered.found().lastNumber());
  }

  @Test
  void a_journal_is_continued_behind_its_last_record() {
    for (int life = 0; life < 8; life++) {
      try (WriteAheadLog log = SomeRecords.reopen(disk)) {
        appendAllKinds(log);
        assertThat(log.durable()).isLessThan(log.appended());
      }
    }
    SomeRecords.Recovered recovered = SomeRecords.recover(disk);

    assertThat(recovered.records()).isEqualTo(appended);
    assertThat(recovered.found().segments()).isGreaterThan(3);
  }

  @Test
  void nothing_is_durable_before_the_commit_and_all_of_it_after() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    long first = append(log, SomeRecords.voted(1, 0, 100));
    long second = append(log, SomeRecords.voted(1, 1, 100));
    assertThat(second).isEqualTo(first + 1);
    assertThat(log.durable()).isLessThan(first);

    log.commit();

    assertThat(log.durable()).isEqualTo(second);
  }

  @Test
  void the_queue_is_full_with_eight_segments_of_records_until_they_are_committed() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    long bytes = 0;
    for (int slot = 0; !log.isQueueFull(); slot++) {
      append(log, SomeRecords.voted(1, slot, 1_000));
      bytes += 1_000;
    }
    // Segments have headers, and ends in which no further record fits.
    long segment = SomeRecords.SMALL.segmentBytes();
    assertThat(bytes).isBetween(5 * segment, 8 * segment);

    log.commit();

    assertThat(log.isQueueFull()).isFalse();
    assertThat(SomeRecords.recover(disk).records()).isEqualTo(appended);
  }

  @Test
  void a_commit_is_one_write_and_one_force_of_the_segment() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    append(log, SomeRecords.voted(1, 0, 100));
    log.commit();
    disk.calls.clear();
    for (int slot = 1; slot < 6; slot++) {
      append(log, SomeRecords.voted(1, slot, 100));
    }
    long forces = log.counters().forces();

    log.commit();

    String segment = Segment.name(1);
    assertThat(log.counters().forces()).isEqualTo(forces + 1);
    assertThat(disk.calls)
        .containsExactly("write " + segment, "force " + segment, "write " + CommitMark.NAME);
    assertThat(log.counters().records()).isEqualTo(6);
  }

  @Test
  void behind_the_last_record_its_block_holds_zeros() {
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      // Of the longer ones something would be left in the buffer.
      for (int bytes : new int[] {900, 700, 400, 36}) {
        append(log, SomeRecords.voted(1, bytes, bytes));
        log.commit();
      }
    }
    JournalFindings found = SomeRecords.recover(disk).found();
    byte[] segment = disk.bytes(found.tail().name);
    for (int at = (int) found.tail().end; at < segment.length; at++) {
      assertThat(segment[at]).as("byte %d", at).isZero();
    }
  }

  @Test
  void nobody_waits_for_a_decided_end() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    append(log, SomeRecords.decided(3));
    assertThat(log.needsCommit()).isFalse();

    append(log, SomeRecords.promised(1, 1));
    assertThat(log.needsCommit()).isTrue();
    log.commit();
    assertThat(log.needsCommit()).isFalse();
    append(log, SomeRecords.decided(4));
    log.close();

    assertThat(SomeRecords.recover(disk).records()).isEqualTo(appended);
  }

  @Test
  void a_record_larger_than_a_segment_gets_one_of_its_own_size() {
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      append(log, SomeRecords.voted(1, 0, 100));
      append(log, SomeRecords.voted(1, 1, 23_000));
      append(log, SomeRecords.voted(1, 2, 1000));
      log.commit();
      assertThat(log.durable()).isEqualTo(log.appended());
    }
    assertThat(SomeRecords.recover(disk).records()).isEqualTo(appended);
    assertThat(disk.bytes(Segment.name(2)).length).isBetween(23_000, 24_576);
    assertThat(disk.bytes(Segment.name(3)).length).isEqualTo(4096);
  }

  @Test
  void a_cut_keeps_roster_promise_and_end() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    append(log, SomeRecords.joined(1, MemberStatus.MEMBER));
    append(log, SomeRecords.promised(5, 1));
    for (int slot = 0; slot < 40; slot++) {
      append(log, SomeRecords.voted(5, slot, 300));
      append(log, SomeRecords.decided(slot));
      log.commit();
    }
    int segments = SomeRecords.recover(disk).found().segments();

    int deleted = log.cut(20);

    assertThat(deleted).isPositive();
    assertThat(SomeRecords.recover(disk).found().segments()).isEqualTo(segments - deleted);
    assertThat(log.cut(20)).isZero();
    log.close();
    SomeRecords.Recovered recovered = SomeRecords.recover(disk);
    assertThat(recovered.found().isComplete()).isTrue();
    assertThat(recovered.records().subList(0, 2)).isEqualTo(appended.subList(0, 2));
    assertThat(recovered.records().get(2)).isInstanceOf(JournalRecord.DecidedUpTo.class);
    List<JournalRecord> needed =
        appended.stream().filter(record -> SomeRecords.slot(record) >= 20).toList();
    assertThat(recovered.records()).containsAll(needed);
    assertThat(recovered.records()).hasSizeLessThan(50);
  }

  @Test
  void a_cut_never_takes_the_last_segment() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    append(log, SomeRecords.voted(1, 0, 100));
    log.commit();

    assertThat(log.cut(1000)).isZero();

    log.close();
    assertThat(SomeRecords.recover(disk).records()).isEqualTo(appended);
  }

  @Test
  void a_reset_leaves_roster_and_promise_alone() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    for (int life = 0; life < 5; life++) {
      appendAllKinds(log);
    }
    append(log, SomeRecords.joined(9, MemberStatus.RECOVERING));
    append(log, SomeRecords.promised(77, 0));
    log.reset();
    append(log, SomeRecords.learnt(3, 200));
    log.close();

    SomeRecords.Recovered recovered = SomeRecords.recover(disk);
    assertThat(recovered.found().isComplete()).isTrue();
    assertThat(recovered.records())
        .containsExactly(
            SomeRecords.joined(9, MemberStatus.RECOVERING),
            SomeRecords.promised(77, 0),
            SomeRecords.learnt(3, 200));
  }

  @Test
  void a_roster_that_makes_the_past_void_is_not_repeated_in_the_middle() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    append(log, SomeRecords.joined(2, MemberStatus.RECOVERING));
    for (int slot = 0; slot < 40; slot++) {
      append(log, SomeRecords.learnt(slot, 300));
    }
    append(log, SomeRecords.joined(2, MemberStatus.MEMBER));
    log.close();

    assertThat(SomeRecords.recover(disk).records()).isEqualTo(appended);
  }

  @Test
  void a_full_disk_keeps_the_rest_queued_and_goes_on_by_itself() {
    disk.usableBytes = 2 * 4096 + CommitMark.BYTES;
    WriteAheadLog log = SomeRecords.reopen(disk);
    assertThat(log.isFull()).isFalse();
    for (int slot = 0; slot < 30; slot++) {
      append(log, SomeRecords.voted(1, slot, 500));
    }
    log.commit();
    long durable = log.durable();

    assertThat(durable).isBetween(10L, log.appended() - 1);
    assertThat(log.isFull()).isTrue();
    assertThat(log.needsCommit()).isTrue();
    assertThat(log.reserve()).isFalse();
    log.commit();
    assertThat(log.durable()).isEqualTo(durable);
    assertThat(SomeRecords.recover(disk).records())
        .isEqualTo(appended.subList(0, SomeRecords.recover(disk).records().size()));

    disk.usableBytes = 100 * 4096;
    append(log, SomeRecords.voted(1, 30, 500));
    log.commit();
    assertThat(log.durable()).isEqualTo(log.appended());
    assertThat(log.reserve()).isTrue();
    assertThat(log.isFull()).isFalse();
    log.close();
    assertThat(SomeRecords.recover(disk).records()).isEqualTo(appended);
  }

  @Test
  void the_reserve_of_the_disk_is_not_touched() {
    JournalSettings settings = new JournalSettings(4096, 10_000);
    disk.usableBytes = 2 * 4096 + 9_000;
    WriteAheadLog log =
        WriteAheadLog.open(disk, settings, SomeRecords.IDENTITY, SomeRecords.recover(disk).found());
    for (int slot = 0; slot < 30; slot++) {
      append(log, SomeRecords.voted(1, slot, 500));
    }
    log.commit();

    assertThat(log.isFull()).isTrue();
    assertThat(disk.usableBytes).isGreaterThanOrEqualTo(10_000 - CommitMark.BYTES);
  }

  @Test
  void a_journal_is_full_before_its_last_segment_is_used_up() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    append(log, SomeRecords.voted(1, 0, 1000));
    log.commit();
    disk.usableBytes = 0;
    assertThat(log.isFull()).isFalse();
    for (int slot = 1; slot < 3; slot++) {
      append(log, SomeRecords.voted(1, slot, 1000));
      log.commit();
    }

    assertThat(log.isFull()).isTrue();
    assertThat(log.durable()).isEqualTo(log.appended());
    assertThat(log.needsCommit()).isFalse();
  }

  @Test
  void a_spare_segment_is_there_before_it_is_needed() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    append(log, SomeRecords.voted(1, 0, 100));
    log.commit();
    assertThat(log.reserve()).isTrue();
    disk.calls.clear();
    for (int slot = 1; slot < 10; slot++) {
      append(log, SomeRecords.voted(1, slot, 500));
    }
    log.commit();

    assertThat(disk.calls).noneMatch(call -> call.startsWith("create"));
    assertThat(disk.calls).contains("force " + Segment.name(1), "force " + Segment.name(2));
  }

  @Test
  void a_spare_segment_grows_as_fast_as_commits_of_any_size_use_this_one_up() {
    JournalSettings settings = new JournalSettings(8 << 20, 0);
    disk.usableBytes = 1L << 30;
    WriteAheadLog log =
        WriteAheadLog.open(disk, settings, SomeRecords.IDENTITY, SomeRecords.recover(disk).found());
    for (int slot = 0; slot < 60; slot++) {
      log.append(SomeRecords.voted(1, slot, 700_000));
      log.commit();
      // As a replica does between two commits while it has work.
      if (log.needsSpare()) {
        assertThat(log.reserveSome()).isTrue();
      }
      assertThat(log.isFull()).as("slot %d", slot).isFalse();
    }
    log.close();
  }

  @Test
  void a_write_that_wants_space_although_it_is_allocated_is_made_again() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    append(log, SomeRecords.voted(1, 0, 100));
    log.commit();
    append(log, SomeRecords.voted(1, 1, 100));
    disk.failWith((call, what) -> what.startsWith("write") ? new DiskFull("no space", null) : null);
    log.commit();
    assertThat(log.durable()).isEqualTo(1);
    assertThat(log.isFull()).isTrue();

    disk.failWith((call, what) -> null);
    log.commit();

    assertThat(log.durable()).isEqualTo(2);
    assertThat(log.isFull()).isFalse();
    log.close();
    assertThat(SomeRecords.recover(disk).records()).isEqualTo(appended);
  }

  @Test
  void the_buffer_that_a_burst_has_grown_holds_what_follows() {
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      append(log, SomeRecords.voted(1, 0, 3_000_000));
      log.commit();
      for (int slot = 1; slot < 200; slot++) {
        append(log, SomeRecords.voted(1, slot, 100));
        log.commit();
      }
      append(log, SomeRecords.voted(1, 200, 1_000_000));
    }
    assertThat(SomeRecords.recover(disk).records()).isEqualTo(appended);
  }

  @Test
  void a_damaged_vote_gets_the_decision_of_its_length_in_its_place() {
    Batch other = SomeRecords.batch(300, 99);
    SomeRecords.Recovered recovered = repaired(other);

    assertThat(recovered.found().damages()).isEmpty();
    assertThat(recovered.records())
        .containsExactly(
            SomeRecords.voted(1, 0, 300),
            new JournalRecord.Learnt(1, other),
            SomeRecords.voted(1, 2, 300));
  }

  @Test
  void a_damaged_vote_for_the_decision_is_whole_again() {
    SomeRecords.Recovered recovered =
        repaired(((JournalRecord.Voted) SomeRecords.voted(1, 1, 300)).batch());

    assertThat(recovered.records())
        .containsExactly(
            SomeRecords.voted(1, 0, 300),
            SomeRecords.voted(1, 1, 300),
            SomeRecords.voted(1, 2, 300));
  }

  @Test
  void a_decision_of_another_length_is_appended() {
    Batch other = SomeRecords.batch(77, 99);
    SomeRecords.Recovered recovered = repaired(other);

    assertThat(recovered.found().damages()).isEmpty();
    assertThat(recovered.records())
        .containsExactly(
            SomeRecords.voted(1, 0, 300),
            SomeRecords.voted(1, 2, 300),
            new JournalRecord.Learnt(1, other));
  }

  /** The latest record of a decided slot is taken for its decision. */
  @Test
  void a_decision_stands_behind_a_later_vote_of_its_slot() {
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      append(log, SomeRecords.voted(1, 1, 300));
      append(log, SomeRecords.voted(2, 1, 300));
    }
    disk.bytes(Segment.name(1))[SegmentHeader.BYTES + RecordHeader.BYTES + 250] ^= 4;
    Batch first = ((JournalRecord.Voted) SomeRecords.voted(1, 1, 300)).batch();
    for (Batch decision : List.of(first, SomeRecords.batch(300, 99))) {
      MemoryDisk rotten = disk.copy();
      Damage damage = SomeRecords.recover(rotten).damaged().get(0);
      try (WriteAheadLog log = SomeRecords.reopen(rotten)) {
        log.repair(damage, decision);
        log.append(SomeRecords.decided(2));
      }

      SomeRecords.Recovered recovered = SomeRecords.recover(rotten);
      assertThat(recovered.damaged()).isEmpty();
      assertThat(recovered.records())
          .containsExactly(
              SomeRecords.voted(2, 1, 300),
              new JournalRecord.Learnt(1, decision),
              SomeRecords.decided(2));
    }
  }

  @Test
  void a_repair_of_what_was_cut_does_nothing() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    for (int slot = 0; slot < 20; slot++) {
      append(log, SomeRecords.voted(1, slot, 500));
    }
    log.close();
    disk.bytes(Segment.name(1))[SegmentHeader.BYTES + RecordHeader.BYTES + 30] ^= 1;
    Damage damage = SomeRecords.recover(disk).damaged().get(0);
    log = SomeRecords.reopen(disk);
    assertThat(log.cut(15)).isPositive();

    log.repair(damage, SomeRecords.batch(500, 0));

    assertThat(log.needsCommit()).isFalse();
    log.close();
    assertThat(SomeRecords.recover(disk).found().damages()).isEmpty();
  }

  @Test
  void a_closed_journal_takes_nothing() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    log.close();
    log.close();

    assertThatThrownBy(() -> log.append(SomeRecords.promised(1, 1)))
        .isInstanceOf(BrokenInvariant.class)
        .hasMessage("the journal is closed");
    assertThat(disk.open).isZero();
  }

  /** Three votes, of which the second one rots and is repaired. */
  private SomeRecords.Recovered repaired(Batch decision) {
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      for (int slot = 0; slot < 3; slot++) {
        append(log, SomeRecords.voted(1, slot, 300));
      }
    }
    int second = SegmentHeader.BYTES + (int) RecordHeader.extent(300);
    disk.bytes(Segment.name(1))[second + RecordHeader.BYTES + 250] ^= 4;
    SomeRecords.Recovered damaged = SomeRecords.recover(disk);
    assertThat(damaged.damaged()).hasSize(1);
    assertThat(damaged.found().damages()).isEqualTo(damaged.damaged());
    Damage damage = damaged.damaged().get(0);
    assertThat(damage.slot()).isEqualTo(1);
    assertThat(damage.offset()).isEqualTo(second);
    assertThat(damage.type()).isEqualTo("Voted");
    assertThat(damage.bodyBytes()).isEqualTo(300);
    WriteAheadLog log = SomeRecords.reopen(disk);
    log.repair(damage, decision);
    assertThat(log.needsCommit()).isTrue();
    log.commit();
    assertThat(log.needsCommit()).isFalse();
    log.close();
    return SomeRecords.recover(disk);
  }

  private void appendAllKinds(WriteAheadLog log) {
    long round = appended.size() + 1;
    append(log, SomeRecords.joined(round, MemberStatus.MEMBER));
    append(log, SomeRecords.promised(round, 1));
    append(log, SomeRecords.voted(round, 10, 100));
    append(log, SomeRecords.voted(round, 11, 1234));
    append(log, SomeRecords.learnt(12, 77));
    append(log, new JournalRecord.DecidedUpTo(round / 2, round));
    append(log, new JournalRecord.Voted(View.NONE.next(1), 13, Batch.NOOP));
  }

  private long append(WriteAheadLog log, JournalRecord record) {
    appended.add(record);
    return log.append(record);
  }
}
