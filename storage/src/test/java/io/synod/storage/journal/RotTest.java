package io.synod.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Every byte of a journal may rot: the contents are right, or what is missing is named. */
@ParameterizedClass
// How writes are waited for makes no difference to what rots later.
@EnumSource(names = {"BUFFERED", "SECTORS", "PAGES"})
final class RotTest {

  // Odd, so that each bit rots, and each offset from what records are aligned to.
  private static final int ZEROS_STEP = 7;

  private enum Outcome {
    NOTHING_LOST,
    ONE_SLOT_DAMAGED,
    INCOMPLETE
  }

  private final MemoryDisk disk;
  private final List<JournalRecord> contents = new ArrayList<>();

  // Of every record that was written: where it stands.
  private final List<ScannedRecord> records = new ArrayList<>();
  private final Map<Outcome, Integer> outcomes = new HashMap<>();

  @BeforeEach
  void write() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    for (int round = 1; round < 4; round++) {
      append(
          log,
          SomeRecords.joined(round, round == 2 ? MemberStatus.RECOVERING : MemberStatus.MEMBER));
      append(log, SomeRecords.promised(round, 1));
      for (int slot = 0; slot < 3; slot++) {
        append(log, SomeRecords.voted(round, 3 * round + slot, 60 + 100 * slot));
      }
      log.commit();
      append(log, SomeRecords.learnt(3 * round + 1, 130));
      append(log, SomeRecords.decided(3 * round));
      append(log, SomeRecords.voted(round, 10 + round, 400));
      log.commit();
    }
    log.reserve();
    log.close();
    JournalScan.read(disk, records::add);
    assertThat(records).extracting(ScannedRecord::file).contains(path(1), path(2));
    assertThat(records).extracting(ScannedRecord::carried).contains(true, false);
    assertThat(SomeRecords.recover(disk).records()).isEqualTo(contents);
  }

  private final WriteVariant variant;

  RotTest(WriteVariant variant) {
    this.variant = variant;
    disk = variant.disk();
  }

  @Test
  void any_bit_of_any_record_or_segment_header_may_rot() {
    for (ScannedRecord record : records) {
      String name = name(record);
      for (long at = record.offset(); at < record.offset() + RecordHeader.BYTES; at++) {
        rotAllBits(name, (int) at);
      }
    }
    assertThat(outcomes.get(Outcome.INCOMPLETE)).isPositive();
    assertThat(outcomes.get(Outcome.NOTHING_LOST)).isPositive();
  }

  @Test
  void any_byte_of_the_journal_may_rot() {
    for (long segment = 1; segment <= 3; segment++) {
      String name = Segment.name(segment);
      byte[] bytes = disk.bytes(name);
      for (int at = 0; at < bytes.length; at += isAmongZeros(bytes, at) ? ZEROS_STEP : 1) {
        rotOneBit(name, at);
      }
    }
    byte[] mark = disk.bytes(CommitMark.NAME);
    for (int at = 0; at < CommitMark.BYTES; at++) {
      if (isAmongZeros(mark, at)) {
        rotOneBit(CommitMark.NAME, at);
      } else {
        rotAllBits(CommitMark.NAME, at);
      }
    }
    assertThat(outcomes.keySet()).containsExactlyInAnyOrder(Outcome.values());
  }

  @Test
  void any_byte_may_rot_after_the_process_was_killed() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    append(log, SomeRecords.voted(9, 20, 100));
    append(log, SomeRecords.promised(10, 1));
    append(log, SomeRecords.voted(10, 21, 100));
    log.commit();
    records.clear();
    JournalScan.read(disk, records::add);
    any_byte_of_the_journal_may_rot();
  }

  @Test
  void damage_stays_the_same_after_a_start_or_is_repaired() {
    for (long segment = 1; segment <= 2; segment++) {
      String name = Segment.name(segment);
      for (int at = 0; at < disk.bytes(name).length; at += 3) {
        MemoryDisk rotten = disk.copy();
        rotten.bytes(name)[at] ^= (byte) (1 << at % 8);
        goOn(rotten, "byte %d of %s".formatted(at, name));
      }
    }
    assertThat(outcomes.keySet()).containsExactlyInAnyOrder(Outcome.values());
  }

  @Test
  void any_rotten_byte_of_a_body_is_reported_with_its_slot() {
    for (ScannedRecord record : records) {
      String name = name(record);
      int body = (int) record.offset() + RecordHeader.BYTES;
      for (int at = body; at < body + record.bodyBytes(); at++) {
        Outcome outcome = rotOneBit(name, at);
        assertThat(outcome)
            .isEqualTo(record.type().hasSlot() ? Outcome.ONE_SLOT_DAMAGED : Outcome.INCOMPLETE);
      }
    }
  }

  @Test
  void any_sector_may_be_lost() {
    for (long segment = 1; segment <= 2; segment++) {
      String name = Segment.name(segment);
      byte[] whole = disk.bytes(name);
      for (int at = 0; at < whole.length; at += MemoryDisk.SECTOR) {
        MemoryDisk rotten = disk.copy();
        for (int index = at; index < at + MemoryDisk.SECTOR; index++) {
          rotten.bytes(name)[index] = 0;
        }
        verify(rotten, "sector at " + at + " of " + name);
      }
    }
    assertThat(outcomes.get(Outcome.INCOMPLETE)).isGreaterThan(5);
  }

  @Test
  void a_missing_segment_is_missed() {
    for (long segment = 1; segment <= 2; segment++) {
      MemoryDisk without = variant.disk();
      for (long other = 1; other <= 3; other++) {
        if (other != segment) {
          without.put(Segment.name(other), disk.bytes(Segment.name(other)));
        }
      }
      without.put(CommitMark.NAME, disk.bytes(CommitMark.NAME));

      JournalFindings found = SomeRecords.recover(without).found();

      assertThat(found.isComplete()).isFalse();
      assertThat(found.incomplete().get(0).toString())
          .contains("missing", "memory/000000000000000");
    }
  }

  @Test
  void missing_all_segments_is_not_taken_for_a_new_journal() {
    MemoryDisk without = variant.disk();
    without.put(CommitMark.NAME, disk.bytes(CommitMark.NAME));

    JournalFindings found = SomeRecords.recover(without).found();

    assertThat(found.incomplete()).hasSize(1);
    assertThat(found.incomplete().get(0).file()).isEqualTo(path(1));
  }

  @Test
  void without_a_mark_the_last_records_may_be_lost_unnoticed_so_the_journal_is_incomplete() {
    ScannedRecord last = records.get(records.size() - 1);
    MemoryDisk zeroed = disk.copy();
    zeroed.put(CommitMark.NAME, new byte[CommitMark.BYTES]);
    MemoryDisk removed = disk.without(CommitMark.NAME);
    for (MemoryDisk rotten : List.of(zeroed, removed)) {
      assertThat(verify(rotten, "no mark")).isEqualTo(Outcome.INCOMPLETE);

      zero(rotten, name(last), (int) last.offset(), 4096);

      assertThat(verify(rotten, "no mark, and the last record is zeros"))
          .isEqualTo(Outcome.INCOMPLETE);
      assertThat(SomeRecords.recover(rotten).found().incomplete().toString())
          .contains("memory/" + CommitMark.NAME, "which records were durable");
    }
  }

  @Test
  void a_journal_without_a_mark_and_without_a_readable_record_is_no_new_one() {
    MemoryDisk rotten = disk.without(CommitMark.NAME);
    for (long segment = 1; segment <= 3; segment++) {
      byte[] header = Arrays.copyOf(disk.bytes(Segment.name(segment)), SegmentHeader.BYTES);
      rotten.put(Segment.name(segment), Arrays.copyOf(header, 4096));
    }

    assertThat(SomeRecords.recover(rotten).found().isComplete()).isFalse();
  }

  @Test
  void a_journal_without_a_mark_stays_incomplete_until_it_is_reset() {
    MemoryDisk rotten = disk.without(CommitMark.NAME);
    for (int life = 0; life < 2; life++) {
      try (WriteAheadLog log = SomeRecords.reopen(rotten)) {
        log.append(SomeRecords.promised(20 + life, 1));
      }
      assertThat(SomeRecords.recover(rotten).found().isComplete()).isFalse();
    }

    try (WriteAheadLog log = SomeRecords.reopen(rotten)) {
      log.append(SomeRecords.joined(30, MemberStatus.RECOVERING));
      log.reset();
    }

    assertThat(SomeRecords.recover(rotten).found().isComplete()).isTrue();
  }

  @Test
  void a_power_cut_that_tears_both_slots_that_are_not_waited_for_loses_nothing() {
    MemoryDisk torn = disk.copy();
    WriteAheadLog log = SomeRecords.reopen(torn);
    for (int more = 0; more < 4; more++) {
      append(log, SomeRecords.voted(9, 20 + more, 100));
      log.commit();
    }
    // The log ends as it stands: none of its last marks was waited for.
    zero(torn, CommitMark.NAME, 8, 16);
    zero(torn, CommitMark.NAME, 520, 528);

    JournalFindings found = SomeRecords.recover(torn).found();

    assertThat(found.isComplete()).isTrue();
    assertThat(SomeRecords.recover(torn).records()).isEqualTo(contents);
  }

  private static void zero(MemoryDisk rotten, String name, int from, int to) {
    Arrays.fill(rotten.bytes(name), from, to, (byte) 0);
  }

  @Test
  void a_truncated_segment_is_incomplete() {
    for (ScannedRecord record : records) {
      MemoryDisk rotten = disk.copy();
      String name = name(record);
      int end = (int) record.offset() + RecordHeader.BYTES + record.bodyBytes();
      rotten.put(name, Arrays.copyOf(disk.bytes(name), end - 1));
      assertThat(verify(rotten, name + " cut at " + end)).isEqualTo(Outcome.INCOMPLETE);
    }
  }

  @Test
  void a_record_that_was_written_at_another_place_is_none() {
    ScannedRecord vote =
        records.stream().filter(one -> one.type() == RecordType.VOTED).findFirst().orElseThrow();
    for (ScannedRecord other : records) {
      if (other != vote && other.bytes() >= vote.bytes()) {
        MemoryDisk rotten = disk.copy();
        String from = name(vote);
        String to = name(other);
        System.arraycopy(
            disk.bytes(from),
            (int) vote.offset(),
            rotten.bytes(to),
            (int) other.offset(),
            (int) vote.bytes());
        assertThat(verify(rotten, "vote at " + other)).isEqualTo(Outcome.INCOMPLETE);
      }
    }
  }

  @Test
  void the_next_commit_does_not_write_over_a_repair_in_the_last_block() {
    for (int decisionBytes : new int[] {100, 60}) {
      MemoryDisk rotten = variant.disk();
      try (WriteAheadLog log = SomeRecords.reopen(rotten)) {
        log.append(SomeRecords.voted(1, 0, 100));
        log.append(SomeRecords.voted(1, 1, 100));
      }
      rotten.bytes(Segment.name(1))[SegmentHeader.BYTES + RecordHeader.BYTES + 50] ^= 1;
      SomeRecords.Recovered found = SomeRecords.recover(rotten);
      JournalRecord decision = SomeRecords.learnt(0, decisionBytes);
      try (WriteAheadLog log = SomeRecords.reopen(rotten)) {
        log.repair(found.damaged().get(0), ((JournalRecord.Learnt) decision).batch());
        log.commit();
        log.append(SomeRecords.voted(1, 2, 100));
        log.commit();
      }
      SomeRecords.Recovered mended = SomeRecords.recover(rotten);
      assertThat(mended.damaged()).isEmpty();
      assertThat(mended.records()).hasSize(3).contains(decision, SomeRecords.voted(1, 2, 100));
    }
  }

  @Test
  void an_incomplete_journal_stays_so_until_it_is_reset() {
    MemoryDisk rotten = disk.copy();
    ScannedRecord vote = records.get(3);
    rotten.bytes(Segment.name(1))[(int) vote.offset() + 20] ^= 1;
    assertThat(SomeRecords.recover(rotten).found().isComplete()).isFalse();
    for (int life = 0; life < 3; life++) {
      try (WriteAheadLog log = SomeRecords.reopen(rotten)) {
        log.append(SomeRecords.promised(20 + life, 1));
        log.commit();
        assertThat(log.cut(1000)).isZero();
      }
      SomeRecords.Recovered recovered = SomeRecords.recover(rotten);
      assertThat(recovered.found().isComplete()).isFalse();
      assertThat(recovered.records()).contains(SomeRecords.promised(20 + life, 1));
    }

    try (WriteAheadLog log = SomeRecords.reopen(rotten)) {
      log.append(SomeRecords.joined(30, MemberStatus.RECOVERING));
      log.reset();
      log.append(SomeRecords.learnt(5, 50));
    }

    SomeRecords.Recovered recovered = SomeRecords.recover(rotten);
    assertThat(recovered.found().isComplete()).isTrue();
    assertThat(recovered.records())
        .containsExactly(
            SomeRecords.joined(30, MemberStatus.RECOVERING),
            SomeRecords.promised(22, 1),
            SomeRecords.learnt(5, 50));
  }

  @Test
  void the_evidence_of_what_is_missing_is_not_cleared_away() {
    MemoryDisk rotten = disk.copy();
    rotten.put(CommitMark.NAME, new byte[CommitMark.BYTES]);
    // Nothing of the second segment is readable but its last record, which says what was durable.
    List<ScannedRecord> second =
        records.stream().filter(one -> one.file().equals(path(2))).toList();
    for (ScannedRecord record : second.subList(0, second.size() - 1)) {
      rotten.bytes(Segment.name(2))[(int) record.offset()] ^= 1;
    }
    byte[] before = rotten.bytes(Segment.name(2)).clone();
    assertThat(SomeRecords.recover(rotten).found().isComplete()).isFalse();

    SomeRecords.reopen(rotten).close();

    assertThat(rotten.bytes(Segment.name(2))).isEqualTo(before);
    assertThat(SomeRecords.recover(rotten).found().isComplete()).isFalse();
  }

  @Test
  void a_rotten_promise_is_still_reported() {
    ScannedRecord promise =
        records.stream().filter(one -> one.type() == RecordType.PROMISED).findFirst().orElseThrow();
    MemoryDisk rotten = disk.copy();
    rotten.bytes(Segment.name(1))[(int) promise.offset() + 45] ^= 1;

    SomeRecords.Recovered recovered = SomeRecords.recover(rotten);

    assertThat(recovered.records()).isEqualTo(contents);
    assertThat(recovered.found().mendable()).hasSize(1);
    assertThat(recovered.found().mendable().get(0).offset()).isEqualTo(promise.offset());
    SomeRecords.reopen(rotten).close();
    recovered = SomeRecords.recover(rotten);
    assertThat(recovered.found().mendable()).isEmpty();
  }

  /** The journal is opened, written, repaired as far as it can be, and read again. */
  private void goOn(MemoryDisk rotten, String what) {
    SomeRecords.Recovered before = SomeRecords.recover(rotten);
    Outcome outcome = verify(rotten, what);
    JournalRecord more = SomeRecords.voted(77, 77, 77);
    try (WriteAheadLog log =
        WriteAheadLog.open(rotten, rotten.small(), SomeRecords.IDENTITY, before.found())) {
      log.append(more);
      for (Damage damage : before.damaged()) {
        log.repair(damage, ((JournalRecord.Learnt) decision(damage)).batch());
      }
    }
    SomeRecords.Recovered after = SomeRecords.recover(rotten);
    assertThat(after.found().isComplete()).as(what).isEqualTo(outcome != Outcome.INCOMPLETE);
    if (outcome != Outcome.INCOMPLETE) {
      assertThat(after.found().damages()).as(what).isEmpty();
      assertThat(after.found().mendable()).as(what).isEmpty();
      assertThat(after.found().torn()).as(what).isNull();
      List<JournalRecord> expected = new ArrayList<>(before.records());
      expected.add(more);
      before.damaged().forEach(damage -> expected.add(decision(damage)));
      assertThat(after.records()).as(what).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  private static JournalRecord decision(Damage damage) {
    int bytes = damage.bodyBytes() - damage.bodyBytes() % 8;
    return new JournalRecord.Learnt(damage.slot(), SomeRecords.batch(bytes, 5));
  }

  private void rotAllBits(String name, int at) {
    for (int bit = 0; bit < 8; bit++) {
      rot(name, at, bit);
    }
  }

  /** Whether nothing but zeros is near: behind the records, or between the parts of the mark. */
  private static boolean isAmongZeros(byte[] bytes, int at) {
    int from = Math.max(0, at - RecordHeader.BYTES);
    int to = Math.min(bytes.length, at + RecordHeader.BYTES);
    for (int near = from; near < to; near++) {
      if (bytes[near] != 0) {
        return false;
      }
    }
    return true;
  }

  private Outcome rotOneBit(String name, int at) {
    return rot(name, at, at % 8);
  }

  private Outcome rot(String name, int at, int bit) {
    byte[] bytes = disk.bytes(name);
    bytes[at] ^= (byte) (1 << bit);
    try {
      return verify(disk, "bit %d of byte %d of %s".formatted(bit, at, name));
    } finally {
      bytes[at] ^= (byte) (1 << bit);
    }
  }

  private Outcome verify(MemoryDisk rotten, String what) {
    SomeRecords.Recovered recovered = SomeRecords.recover(rotten);
    JournalFindings found = recovered.found();
    Outcome outcome;
    if (!found.isComplete()) {
      outcome = Outcome.INCOMPLETE;
      requireSubsequence(recovered.records(), what);
      for (Flaw flaw : found.incomplete()) {
        assertThat(flaw.file()).as(what).matches("memory/(0.*|durable)");
        assertThat(flaw.offset()).as(what).isGreaterThanOrEqualTo(0);
      }
    } else if (found.damages().isEmpty()) {
      outcome = Outcome.NOTHING_LOST;
      List<JournalRecord> filled = filled(found);
      assertSame(without(recovered.records(), filled), without(contents, filled), what);
    } else {
      outcome = Outcome.ONE_SLOT_DAMAGED;
      assertThat(found.damages()).as(what).hasSize(1).isEqualTo(recovered.damaged());
      Damage damage = found.damages().get(0);
      List<JournalRecord> others = new ArrayList<>(contents);
      others.remove(content(damage));
      assertSame(recovered.records(), others, what);
    }
    outcomes.merge(outcome, 1, Integer::sum);
    return outcome;
  }

  /** Ends that are lost and whose place is going to be filled: at most reported again, later. */
  private List<JournalRecord> filled(JournalFindings found) {
    List<JournalRecord> lost = new ArrayList<>();
    for (RecordHeader filler : found.voids) {
      ScannedRecord record = record(filler.number);
      assertThat(record.offset()).isEqualTo(filler.offset);
      assertThat(record.bytes()).isEqualTo(filler.extent());
      if (record.content() instanceof JournalRecord.DecidedUpTo) {
        lost.add(record.content());
      }
    }
    return lost;
  }

  private static List<JournalRecord> without(
      List<JournalRecord> contents, List<JournalRecord> lost) {
    return contents.stream().filter(content -> !lost.contains(content)).toList();
  }

  /** The content that is named damaged, which must be one that was written. */
  private JournalRecord content(Damage damage) {
    ScannedRecord record = record(damage.number());
    assertThat(damage.slot()).isEqualTo(SomeRecords.slot(record.content()));
    assertThat(damage.offset()).isEqualTo(record.offset());
    assertThat(damage.file()).isEqualTo(record.file());
    assertThat(damage.view()).isEqualTo(record.view());
    return record.content();
  }

  private ScannedRecord record(long number) {
    return records.stream().filter(one -> one.number() == number).findFirst().orElseThrow();
  }

  private void requireSubsequence(List<JournalRecord> read, String what) {
    int at = 0;
    for (JournalRecord content : read) {
      boolean isRepeated =
          SomeRecords.slot(content) < 0 && contents.subList(0, at).contains(content);
      while (!isRepeated && at < contents.size() && !contents.get(at).equals(content)) {
        at++;
      }
      if (at == contents.size() && !isRepeated) {
        throw new AssertionError(what + ": " + content + " was read, and never written there");
      }
    }
  }

  private static void assertSame(
      List<JournalRecord> read, List<JournalRecord> expected, String what) {
    if (!read.equals(expected)) {
      assertThat(read).as(what).isEqualTo(expected);
    }
  }

  private void append(WriteAheadLog log, JournalRecord content) {
    contents.add(content);
    log.append(content);
  }

  private String name(ScannedRecord record) {
    return record.file().substring(disk.path("").length());
  }

  private String path(long segment) {
    return disk.path(Segment.name(segment));
  }
}
