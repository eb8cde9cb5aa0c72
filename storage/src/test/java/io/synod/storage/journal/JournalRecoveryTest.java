package io.synod.storage.journal;

import static java.util.Comparator.naturalOrder;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.effect.JournalRecord;
import io.synod.storage.disk.DiskFull;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
final class JournalRecoveryTest {

  private final MemoryDisk disk;
  private final WriteVariant variant;

  JournalRecoveryTest(WriteVariant variant) {
    this.variant = variant;
    disk = variant.disk();
  }

  @Test
  void a_torn_tail_is_cut() {
    writeVotes(6, 200);
    // The second commit's mark never reached the disk, nor did part of its first record.
    forgetMarkAfter(3);
    int torn = offsetOf(4);
    disk.bytes(Segment.name(1))[torn + RecordHeader.BYTES + 50] ^= 1;

    SomeRecords.Recovered recovered = SomeRecords.recover(disk);

    assertThat(recovered.records()).hasSize(3);
    assertThat(recovered.found().isComplete()).isTrue();
    assertThat(recovered.damaged()).isEmpty();
    assertThat(recovered.found().torn())
        .isEqualTo(new TornTail("memory/" + Segment.name(1), torn, 3 * extent(200)));
    assertThat(recovered.found().lastNumber()).isEqualTo(3);
    SomeRecords.reopen(disk).close();
    byte[] left = disk.bytes(Segment.name(1));
    for (int at = torn; at < left.length; at++) {
      assertThat(left[at]).isZero();
    }
    assertThat(SomeRecords.recover(disk).found().torn()).isNull();
    assertThat(SomeRecords.recover(disk).records()).isEqualTo(recovered.records());
  }

  @Test
  void a_record_behind_says_that_the_damaged_one_was_durable() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    for (int slot = 0; slot < 4; slot++) {
      log.append(SomeRecords.voted(1, slot, 200));
      log.commit();
    }
    log.close();
    forgetMarkAfter(0);
    disk.bytes(Segment.name(1))[offsetOf(2) + RecordHeader.BYTES + 50] ^= 1;

    SomeRecords.Recovered recovered = SomeRecords.recover(disk);

    assertThat(recovered.damaged()).extracting(Damage::number).containsExactly(2L);
    assertThat(recovered.records())
        .containsExactly(
            SomeRecords.voted(1, 0, 200),
            SomeRecords.voted(1, 2, 200),
            SomeRecords.voted(1, 3, 200));
  }

  @Test
  void damage_is_reported_before_the_records_behind_it() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    log.append(SomeRecords.voted(1, 0, 200));
    log.append(SomeRecords.decided(1));
    log.close();
    disk.bytes(Segment.name(1))[offsetOf(1) + RecordHeader.BYTES + 50] ^= 1;
    List<JournalRecord> records = new ArrayList<>();
    List<Integer> readBefore = new ArrayList<>();

    JournalRecovery.read(
        disk, SomeRecords.IDENTITY, records::add, damage -> readBefore.add(records.size()));

    assertThat(readBefore).containsExactly(0);
    assertThat(records).containsExactly(SomeRecords.decided(1));
  }

  @Test
  void a_gap_that_ends_beyond_the_mark_is_incomplete_and_torn_behind() {
    writeVotes(8, 200);
    forgetMarkAfter(4);
    for (int number = 4; number <= 6; number++) {
      disk.bytes(Segment.name(1))[offsetOf(number) + 8] ^= 1;
    }

    SomeRecords.Recovered recovered = SomeRecords.recover(disk);

    assertThat(recovered.found().isComplete()).isFalse();
    assertThat(recovered.found().incomplete())
        .extracting(Flaw::reason)
        .containsExactly("durable records from number 4 to 4 are unreadable");
    assertThat(recovered.records()).hasSize(3);
    assertThat(recovered.found().torn().offset()).isEqualTo(offsetOf(7));
  }

  @Test
  void a_lost_end_is_harmless_and_a_vote_lost_with_it_is_not() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    log.append(SomeRecords.voted(1, 0, 2900));
    log.append(SomeRecords.voted(1, 1, 200));
    log.append(SomeRecords.decided(1));
    log.close();
    log = SomeRecords.reopen(disk);
    log.append(SomeRecords.voted(1, 2, 900));
    log.close();
    assertThat(SomeRecords.recover(disk).found().tail().number).isEqualTo(2);
    int vote = offsetOf(2);
    int end = offsetOf(3);

    disk.bytes(Segment.name(1))[end + 10] ^= 1;
    SomeRecords.Recovered recovered = SomeRecords.recover(disk);
    assertThat(recovered.found().isComplete()).isTrue();
    assertThat(recovered.found().mendable()).extracting(Flaw::offset).containsExactly((long) end);

    disk.bytes(Segment.name(1))[vote + 10] ^= 1;
    assertThat(SomeRecords.recover(disk).found().incomplete())
        .extracting(Flaw::offset)
        .containsExactly((long) vote);
  }

  @Test
  void the_older_mark_is_overwritten_first() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    for (int slot = 0; slot < 3; slot++) {
      log.append(SomeRecords.voted(1, slot, 100));
      log.commit();
    }
    // The log ends as it stands: its slots hold 2 and 3.
    byte[] before = disk.bytes(CommitMark.NAME).clone();
    ByteBuffer slots = ByteBuffer.wrap(before);
    assertThat(List.of(slots.getLong(8), slots.getLong(520))).containsExactly(2L, 3L);
    CommitMark marks = CommitMark.open(new FailStopDisk(disk), SomeRecords.IDENTITY);
    try (marks) {
      marks.write(new CommitMark.Mark(4, 1));
    } catch (DiskFull full) {
      throw new AssertionError(full);
    }

    assertThat(ByteBuffer.wrap(disk.bytes(CommitMark.NAME)).getLong(8)).isEqualTo(4);
    assertThat(ByteBuffer.wrap(disk.bytes(CommitMark.NAME)).getLong(520)).isEqualTo(3);
  }

  @Test
  void so_much_damage_that_it_is_not_worth_naming_is_incomplete() {
    JournalSettings large = new JournalSettings(1 << 20, 0);
    try (WriteAheadLog log =
        WriteAheadLog.open(disk, large, SomeRecords.IDENTITY, SomeRecords.recover(disk).found())) {
      for (int slot = 0; slot < 2000; slot++) {
        log.append(SomeRecords.voted(1, slot, 40));
      }
    }
    List<ScannedRecord> records = new ArrayList<>();
    JournalScan.read(disk, records::add);
    for (ScannedRecord record : records) {
      disk.bytes(Segment.name(1))[(int) record.offset() + RecordHeader.BYTES] ^= 1;
    }

    JournalFindings found = SomeRecords.recover(disk).found();

    assertThat(found.damages()).hasSize(JournalFindings.DAMAGES_MAX);
    assertThat(found.incomplete()).hasSize(1);
    assertThat(found.incomplete().get(0).reason()).contains("more than 1024 records are damaged");
  }

  @Test
  void another_replicas_journal_is_refused_by_name() {
    writeVotes(2, 100);
    List<JournalRecord> records = new ArrayList<>();
    List<JournalIdentity> others =
        List.of(
            new JournalIdentity("other", 2, SomeRecords.IDENTITY.nonce()),
            new JournalIdentity("test", 1, SomeRecords.IDENTITY.nonce()),
            new JournalIdentity("test", 2, 5));

    for (JournalIdentity other : others) {
      assertThatThrownBy(() -> JournalRecovery.read(disk, other, records::add, damage -> {}))
          .isInstanceOf(JournalRefused.class)
          .hasMessageContaining("memory/" + Segment.name(1))
          .hasMessageContaining(SomeRecords.IDENTITY.toString())
          .hasMessageContaining(other.toString())
          .hasMessageContaining("storage.directory");
    }
    assertThat(records).isEmpty();
  }

  @Test
  void another_replicas_mark_is_refused() {
    writeVotes(2, 100);
    MemoryDisk mixed = variant.disk();
    mixed.put(CommitMark.NAME, disk.bytes(CommitMark.NAME));
    JournalIdentity other = new JournalIdentity("test", 1, 7);

    assertThatThrownBy(() -> JournalRecovery.read(mixed, other, record -> {}, damage -> {}))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("memory/durable");
  }

  @Test
  void two_segments_that_have_changed_names_are_refused() throws Exception {
    writeVotes(12, 400);
    disk.rename(Segment.name(1), "aside");
    disk.rename(Segment.name(2), Segment.name(1));
    disk.rename("aside", Segment.name(2));

    assertThatThrownBy(() -> SomeRecords.recover(disk))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("was renamed");
  }

  @Test
  void a_copy_of_a_segment_costs_nothing() {
    writeVotes(2, 100);
    List<JournalRecord> kept = SomeRecords.recover(disk).records();
    disk.put(Segment.name(7), disk.bytes(Segment.name(1)));

    SomeRecords.Recovered recovered = SomeRecords.recover(disk);

    assertThat(recovered.records()).isEqualTo(kept);
    assertThat(recovered.found().isComplete()).isTrue();
    assertThat(recovered.found().mendable()).hasSize(1);
    SomeRecords.reopen(disk).close();
    assertThat(SomeRecords.recover(disk).records()).isEqualTo(kept);
    assertThat(SomeRecords.recover(disk).found().mendable()).isEmpty();
  }

  @Test
  void a_spare_segment_that_the_disk_has_written_over_with_an_earlier_one_costs_nothing()
      throws Exception {
    writeVotes(12, 400);
    List<JournalRecord> kept = SomeRecords.recover(disk).records();
    String last =
        disk.list().stream().filter(name -> name.endsWith(".journal")).max(naturalOrder()).get();
    long spare = Long.parseLong(last.replace(".journal", ""), 16);
    misdirect(spare - 1, spare, SegmentHeader.BYTES);

    SomeRecords.Recovered recovered = SomeRecords.recover(disk);

    assertThat(recovered.records()).isEqualTo(kept);
    assertThat(recovered.found().isComplete()).isTrue();
    SomeRecords.reopen(disk).close();
    assertThat(SomeRecords.recover(disk).found().mendable()).isEmpty();
  }

  @Test
  void a_segment_that_the_disk_has_written_over_with_an_earlier_one_is_missed() {
    writeVotes(12, 400);
    misdirect(1, 2, disk.bytes(Segment.name(1)).length);

    assertThat(SomeRecords.recover(disk).found().isComplete()).isFalse();
  }

  @Test
  void a_header_that_the_disk_wrote_over_another_segments_is_repaired() {
    writeVotes(12, 400);
    List<JournalRecord> kept = SomeRecords.recover(disk).records();
    misdirect(2, 1, SegmentHeader.BYTES);

    SomeRecords.Recovered recovered = SomeRecords.recover(disk);

    assertThat(recovered.records()).isEqualTo(kept);
    assertThat(recovered.found().isComplete()).isTrue();
    assertThat(recovered.found().mendable()).hasSize(1);
    SomeRecords.reopen(disk).close();
    assertThat(SomeRecords.recover(disk).found().mendable()).isEmpty();
  }

  @Test
  void records_that_the_disk_has_written_over_those_of_another_segment_are_missed() {
    writeVotes(12, 400);
    misdirect(2, 1, SegmentHeader.BYTES + RecordHeader.BYTES);

    assertThat(SomeRecords.recover(disk).found().isComplete()).isFalse();
  }

  @Test
  void a_segment_that_the_disk_has_written_over_with_a_later_one_is_missed() {
    writeVotes(12, 400);
    misdirect(2, 1, disk.bytes(Segment.name(1)).length);

    assertThat(SomeRecords.recover(disk).found().isComplete()).isFalse();
  }

  @Test
  void a_segment_in_place_of_an_earlier_one_without_a_file_of_its_own_was_renamed()
      throws Exception {
    writeVotes(12, 400);
    disk.rename(Segment.name(2), Segment.name(1));

    assertThatThrownBy(() -> SomeRecords.recover(disk))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("was renamed");
  }

  /** The beginning of segment {@code from} stands in {@code to} as well. */
  private void misdirect(long from, long to, int bytes) {
    System.arraycopy(disk.bytes(Segment.name(from)), 0, disk.bytes(Segment.name(to)), 0, bytes);
  }

  @Test
  void a_header_of_the_segment_that_the_file_was_before_does_not_count() {
    writeVotes(12, 400);
    byte[] first = disk.bytes(Segment.name(1)).clone();
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      log.cut(12);
    }
    List<JournalRecord> kept = SomeRecords.recover(disk).records();
    // Taken over, and not written to yet.
    disk.put(Segment.name(9), first);

    SomeRecords.Recovered recovered = SomeRecords.recover(disk);

    assertThat(recovered.records()).isEqualTo(kept);
    assertThat(recovered.found().isComplete()).isTrue();
    SomeRecords.reopen(disk).close();
    assertThat(SomeRecords.recover(disk).records()).isEqualTo(kept);
  }

  @Test
  void a_spare_segment_alone_is_no_sign_of_a_cut() {
    disk.put(Segment.name(2), new byte[4096]);

    assertThat(SomeRecords.recover(disk).found().isCut()).isFalse();

    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      log.append(SomeRecords.voted(1, 0, 100));
      log.commit();
    }
    assertThat(SomeRecords.recover(disk).found().isCut()).isFalse();
  }

  @Test
  void a_newer_format_is_refused_with_both_versions() {
    writeVotes(2, 100);
    ByteBuffer header = ByteBuffer.wrap(disk.bytes(Segment.name(1)));
    header.putInt(8, 2);
    header.putInt(508, Checksum.of(header, 0, 508));

    assertThatThrownBy(() -> SomeRecords.recover(disk))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining(Segment.name(1) + " has format version 2")
        .hasMessageContaining("reads up to 1");
  }

  @Test
  void a_newer_mark_is_refused() {
    writeVotes(2, 100);
    ByteBuffer mark = ByteBuffer.wrap(disk.bytes(CommitMark.NAME));
    mark.putShort(4, (short) 2);
    mark.putInt(28, Checksum.of(mark, 0, 28));

    assertThatThrownBy(() -> SomeRecords.recover(disk))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("memory/durable has format version 2");
  }

  @Test
  void files_that_are_not_the_journals_are_let_alone() {
    disk.put("notes.txt", new byte[] {1, 2, 3});
    disk.put("1.journal", new byte[] {1, 2, 3});
    writeVotes(2, 100);

    assertThat(SomeRecords.recover(disk).records()).hasSize(2);
    assertThat(disk.bytes("notes.txt")).containsExactly(1, 2, 3);
  }

  @Test
  void reading_holds_one_file_at_a_time_and_changes_nothing() {
    writeVotes(60, 200);
    MemoryDisk read = disk.copy();
    List<Integer> open = new ArrayList<>();
    read.failWith(
        (call, what) -> {
          open.add(read.open);
          return null;
        });

    SomeRecords.recover(read);

    assertThat(open).contains(1).allMatch(files -> files <= 1);
    assertThat(read.calls).allMatch(call -> call.matches("(list|open|size|read|close).*"));
    assertThat(read.open).isZero();
  }

  @Test
  void a_scan_reports_the_state_of_every_record() {
    WriteAheadLog log = SomeRecords.reopen(disk);
    log.append(SomeRecords.promised(1, 1));
    for (int slot = 0; slot < 3; slot++) {
      log.append(SomeRecords.voted(1, slot, 200));
    }
    log.close();
    List<ScannedRecord> clean = new ArrayList<>();
    JournalScan.read(disk, clean::add);
    disk.bytes(Segment.name(1))[(int) clean.get(1).offset() + 100] ^= 1;
    log = SomeRecords.reopen(disk);
    log.repair(SomeRecords.recover(disk).damaged().get(0), SomeRecords.batch(80, 1));
    log.close();
    disk.bytes(Segment.name(1))[(int) clean.get(2).offset() + 100] ^= 1;
    log = SomeRecords.reopen(disk);
    log.append(SomeRecords.voted(1, 4, 200));
    log.append(SomeRecords.voted(1, 5, 200));
    log.commit();
    forgetMarkAfter(5);
    disk.bytes(Segment.name(1))[(int) offsetBehind(clean) + (int) extent(80) + 100] ^= 1;
    List<ScannedRecord> scanned = new ArrayList<>();

    JournalFindings found = JournalScan.read(disk, scanned::add);

    assertThat(scanned)
        .extracting(ScannedRecord::state)
        .containsExactly(
            ScannedRecord.State.GOOD,
            ScannedRecord.State.VOID,
            ScannedRecord.State.DAMAGED,
            ScannedRecord.State.GOOD,
            ScannedRecord.State.GOOD,
            ScannedRecord.State.TORN,
            ScannedRecord.State.TORN);
    assertThat(scanned)
        .extracting(ScannedRecord::number)
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
    assertThat(scanned.get(0).content()).isEqualTo(SomeRecords.promised(1, 1));
    assertThat(scanned.get(2).reason()).contains("checksum");
    assertThat(found.identity()).isEqualTo(SomeRecords.IDENTITY);
    assertThat(found.records()).isEqualTo(5);
    assertThat(found.damages()).hasSize(1);
    assertThat(found.torn()).isNotNull();
  }

  @Test
  void settings_that_cannot_be_are_refused() {
    assertThatThrownBy(() -> new JournalSettings(100, 0)).hasMessageContaining("100 bytes");
    assertThatThrownBy(() -> new JournalSettings(1L << 40, 0)).hasMessageContaining("out of range");
    assertThatThrownBy(() -> new JournalSettings(5000, 0)).hasMessageContaining("multiple");
    assertThatThrownBy(() -> new JournalSettings(4096, -1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> new JournalIdentity("", 0, 0)).hasMessageContaining("name");
    assertThatThrownBy(() -> new JournalIdentity("x".repeat(257), 0, 0))
        .hasMessageContaining("257");
    assertThatThrownBy(() -> new JournalIdentity("x", -1, 0)).hasMessageContaining("-1");
  }

  private void writeVotes(int count, int bytes) {
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      for (int slot = 0; slot < count; slot++) {
        log.append(SomeRecords.voted(1, slot, bytes));
      }
    }
  }

  /** The mark is of that record, as if later ones had not reached the disk. */
  private void forgetMarkAfter(long number) {
    ByteBuffer bytes = ByteBuffer.wrap(disk.bytes(CommitMark.NAME));
    for (int slot : new int[] {0, 512, 1024}) {
      bytes.putLong(slot + 8, number);
      bytes.putInt(slot + 28, Checksum.of(bytes, slot, slot + 28));
    }
  }

  private int offsetOf(long number) {
    List<ScannedRecord> records = new ArrayList<>();
    JournalScan.read(disk, records::add);
    return (int)
        records.stream().filter(one -> one.number() == number).findFirst().orElseThrow().offset();
  }

  private static long offsetBehind(List<ScannedRecord> records) {
    ScannedRecord last = records.get(records.size() - 1);
    return last.offset() + last.bytes();
  }

  private static long extent(int bodyBytes) {
    return RecordHeader.extent(bodyBytes);
  }
}
