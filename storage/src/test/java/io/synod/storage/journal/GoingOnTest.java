package io.synod.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is written behind damage is found by the next start; what is missing is missed again. */
@ParameterizedClass
@EnumSource
final class GoingOnTest {

  private final MemoryDisk disk;

  GoingOnTest(WriteVariant variant) {
    disk = variant.disk();
  }

  @Test
  void a_vote_behind_a_filled_place_and_a_torn_tail_is_not_lost() {
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      log.append(SomeRecords.voted(1, 0, 100));
      log.append(SomeRecords.decided(1));
      log.append(SomeRecords.promised(2, 1));
      log.commit();
      log.append(SomeRecords.voted(2, 1, 100));
    }
    List<ScannedRecord> records = new ArrayList<>();
    JournalScan.read(disk, records::add);
    // The promise rots, and the power goes while the last vote is written.
    byte[] segment = disk.bytes(Segment.name(1));
    segment[(int) records.get(2).offset() + 20] ^= 1;
    segment[(int) records.get(3).offset() + RecordHeader.BYTES + 20] ^= 1;
    disk.put(CommitMark.NAME, new byte[CommitMark.BYTES]);
    SomeRecords.Recovered recovered = SomeRecords.recover(disk);
    assertThat(recovered.records())
        .containsExactly(
            SomeRecords.voted(1, 0, 100), SomeRecords.decided(1), SomeRecords.promised(2, 1));
    assertThat(recovered.found().torn()).isNotNull();

    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      log.append(SomeRecords.voted(3, 1, 80));
    }

    assertThat(SomeRecords.recover(disk).records()).contains(SomeRecords.voted(3, 1, 80));
    assertThat(SomeRecords.recover(disk).found().torn()).isNull();
  }

  @Test
  void a_first_segment_that_is_missing_is_missed_by_every_start_until_a_reset() {
    ByteBuffer mark = ByteBuffer.allocate(CommitMark.BYTES);
    mark.putInt(0, 0x53594e44).putShort(4, (short) 1).putLong(8, 100).putLong(16, 5);
    mark.putInt(24, SomeRecords.IDENTITY.stamp()).putInt(28, Checksum.of(mark, 0, 28));
    disk.put(CommitMark.NAME, mark.array());

    for (int start = 0; start < 3; start++) {
      assertThat(SomeRecords.recover(disk).found().isComplete()).as("start %d", start).isFalse();
      try (WriteAheadLog log = SomeRecords.reopen(disk)) {
        log.append(SomeRecords.voted(3, start, 80));
      }
    }
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      log.reset();
    }
    assertThat(SomeRecords.recover(disk).found().isComplete()).isTrue();
  }

  @Test
  void starts_leave_one_spare_segment_behind_the_records_of_an_incomplete_journal()
      throws IOException {
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      log.append(SomeRecords.voted(1, 0, 100));
    }
    MemoryDisk unmarked = disk.without(CommitMark.NAME);
    byte[] records = unmarked.bytes(Segment.name(1)).clone();
    unmarked.put(Segment.name(2), new byte[records.length]);
    unmarked.put(Segment.name(3), new byte[records.length / 2]);

    for (int start = 0; start < 3; start++) {
      SomeRecords.reopen(unmarked).close();
      assertThat(unmarked.list()).as("start %d", start).hasSize(2).contains(Segment.name(1));
      assertThat(unmarked.bytes(Segment.name(1))).isEqualTo(records);
    }
    try (WriteAheadLog log = SomeRecords.reopen(unmarked)) {
      log.reset();
    }
    assertThat(SomeRecords.recover(unmarked).found().isComplete()).isTrue();
  }

  @Test
  void a_segment_with_any_byte_behind_the_last_record_of_an_incomplete_journal_stays()
      throws IOException {
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      log.append(SomeRecords.voted(1, 0, 100));
    }
    MemoryDisk unmarked = disk.without(CommitMark.NAME);
    byte[] remains = new byte[unmarked.bytes(Segment.name(1)).length];
    remains[3] = 1;
    unmarked.put(Segment.name(2), remains.clone());

    for (int start = 0; start < 3; start++) {
      SomeRecords.reopen(unmarked).close();
      assertThat(unmarked.list())
          .containsExactly(Segment.name(1), Segment.name(2), Segment.name(3));
      assertThat(unmarked.bytes(Segment.name(2))).isEqualTo(remains);
    }
  }
}
