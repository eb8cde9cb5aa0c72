package io.synod.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written behind damage is found by the next start; what is missing is missed again. */
final class GoingOnTest {
  private final MemoryDisk disk = new MemoryDisk();

  @Test
  void a_vote_behind_a_filled_place_and_a_torn_tail_is_not_lost() {
    try (WriteAheadLog log = Facts.reopen(disk)) {
      log.append(Facts.voted(1, 0, 100));
      log.append(Facts.decided(1));
      log.append(Facts.promised(2, 1));
      log.commit();
      log.append(Facts.voted(2, 1, 100));
    }
    List<ScannedRecord> records = new ArrayList<>();
    JournalScan.read(disk, records::add);
    // The promise rots, and the power goes while the last vote is written.
    byte[] segment = disk.bytes(Segment.name(1));
    segment[(int) records.get(2).offset() + 20] ^= 1;
    segment[(int) records.get(3).offset() + RecordHeader.BYTES + 20] ^= 1;
    disk.put(CommitMark.NAME, new byte[CommitMark.BYTES]);
    Facts.Recovered recovered = Facts.recover(disk);
    assertThat(recovered.facts())
        .containsExactly(Facts.voted(1, 0, 100), Facts.decided(1), Facts.promised(2, 1));
    assertThat(recovered.found().torn()).isNotNull();

    try (WriteAheadLog log = Facts.reopen(disk)) {
      log.append(Facts.voted(3, 1, 80));
    }

    assertThat(Facts.recover(disk).facts()).contains(Facts.voted(3, 1, 80));
    assertThat(Facts.recover(disk).found().torn()).isNull();
  }

  @Test
  void a_first_segment_that_is_missing_is_missed_by_every_start_until_a_reset() {
    ByteBuffer mark = ByteBuffer.allocate(CommitMark.BYTES);
    mark.putInt(0, 0x53594e44).putShort(4, (short) 1).putLong(8, 100).putLong(16, 5);
    mark.putInt(24, Facts.IDENTITY.stamp()).putInt(28, Checksum.of(mark, 0, 28));
    disk.put(CommitMark.NAME, mark.array());

    for (int start = 0; start < 3; start++) {
      assertThat(Facts.recover(disk).found().isComplete()).as("start %d", start).isFalse();
      try (WriteAheadLog log = Facts.reopen(disk)) {
        log.append(Facts.voted(3, start, 80));
      }
    }
    try (WriteAheadLog log = Facts.reopen(disk)) {
      log.reset();
    }
    assertThat(Facts.recover(disk).found().isComplete()).isTrue();
  }
}
