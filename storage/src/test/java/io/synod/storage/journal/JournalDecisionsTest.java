package io.synod.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Decided slots are read from the journal while it is written, cut and written over. */
class JournalDecisionsTest {
  private final MemoryDisk disk = new MemoryDisk();

  @Test
  void the_index_is_a_share_of_a_small_heap() {
    assertThat(SlotIndex.slotsMax(256L << 20)).isEqualTo(1 << 20);
    assertThat(SlotIndex.slotsMax(300L << 20)).isEqualTo(1 << 20);
    assertThat(SlotIndex.slotsMax(64L << 30)).isEqualTo(SlotIndex.SLOTS_MAX);
    assertThat(SlotIndex.slotsMax(1)).isEqualTo(1 << 10);
  }

  @Test
  void the_latest_record_of_each_slot_is_served_of_this_life_and_earlier_ones() {
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      log.append(SomeRecords.voted(1, 0, 300));
      log.append(SomeRecords.voted(1, 1, 3000));
      log.append(SomeRecords.voted(1, 2, 300));
      log.append(SomeRecords.voted(2, 1, 200));
    }
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      log.append(SomeRecords.learnt(2, 3000));
      log.append(SomeRecords.voted(3, 3, 300));
      log.commit();

      assertThat(read(log, 0, 4))
          .containsExactly(
              batch(SomeRecords.voted(1, 0, 300)),
              batch(SomeRecords.voted(2, 1, 200)),
              batch(SomeRecords.learnt(2, 3000)),
              batch(SomeRecords.voted(3, 3, 300)));
    }
  }

  @Test
  void no_more_than_wanted_is_served() {
    try (WriteAheadLog log = written(10)) {
      assertThat(read(log, 3, 5)).hasSize(2);
      assertThat(decisions(log).read(new DecisionsWanted(0, 0, 10, 1 << 20, 4))).hasSize(4);
      assertThat(decisions(log).read(new DecisionsWanted(0, 0, 10, 3 * 308, 100))).hasSize(3);
      assertThat(decisions(log).read(new DecisionsWanted(0, 0, 10, 1, 100))).hasSize(1);
    }
  }

  @Test
  void a_slot_without_a_whole_record_ends_what_is_served() {
    try (WriteAheadLog log = written(8)) {
      log.append(SomeRecords.voted(1, 9, 300));
      log.append(SomeRecords.voted(2, 5, 300));
      log.commit();
      log.append(SomeRecords.voted(3, 4, 300));

      assertThat(read(log, 8, 10)).as("slot 8 was never written").isEmpty();
      assertThat(read(log, 2, 10)).as("the record of slot 4 is not on the disk").hasSize(2);
      log.commit();
      assertThat(read(log, 2, 10)).hasSize(6);
      Segment last = SomeRecords.recover(disk.copy()).found().tail();
      byte[] bytes = disk.bytes(last.name);
      bytes[(int) last.end - 20] ^= 1;
      assertThat(read(log, 2, 10)).as("the record of slot 4 has rotted").hasSize(2);
    }
  }

  @Test
  void decisions_that_were_cut_are_not_served_from_their_reused_file() {
    try (WriteAheadLog log = written(40)) {
      JournalDecisions decisions = decisions(log);
      assertThat(read(log, 0, 40)).hasSize(40);
      log.cut(30);
      for (int slot = 40; slot < 80; slot++) {
        log.append(SomeRecords.voted(1, slot, 300));
        log.commit();
        log.reserve();
      }
      assertThat(decisions.read(wanted(0, 40))).isEmpty();
      assertThat(read(log, 30, 80)).hasSize(50);
    }
  }

  @Test
  void decisions_before_a_reset_are_not_served() {
    try (WriteAheadLog log = written(4)) {
      log.append(SomeRecords.joined(3, MemberStatus.RECOVERING));
      log.reset();
      log.append(SomeRecords.learnt(2, 100));
      log.commit();
      assertThat(read(log, 0, 4)).isEmpty();
      assertThat(read(log, 2, 4)).containsExactly(batch(SomeRecords.learnt(2, 100)));
    }
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      assertThat(read(log, 0, 4)).isEmpty();
      assertThat(read(log, 2, 4)).hasSize(1);
    }
  }

  @Test
  void a_repaired_record_is_served() {
    written(4).close();
    ScannedSlots.rot(disk, 2);
    SomeRecords.Recovered recovered = SomeRecords.recover(disk);
    try (WriteAheadLog log =
        WriteAheadLog.open(disk, disk.small(), SomeRecords.IDENTITY, recovered.found())) {
      assertThat(read(log, 0, 4)).hasSize(2);
      log.repair(recovered.damaged().get(0), SomeRecords.batch(500, 9));
      log.commit();
      assertThat(read(log, 2, 4).get(0)).isEqualTo(SomeRecords.batch(500, 9));
    }
  }

  @Test
  void a_later_vote_is_not_served_in_place_of_a_repaired_record() {
    written(3).close();
    ScannedSlots.rot(disk, 2);
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      log.append(SomeRecords.voted(2, 2, 300));
    }
    SomeRecords.Recovered recovered = SomeRecords.recover(disk);
    try (WriteAheadLog log =
        WriteAheadLog.open(disk, disk.small(), SomeRecords.IDENTITY, recovered.found())) {
      log.repair(recovered.damaged().get(0), batch(SomeRecords.voted(1, 2, 300)));
      log.commit();
      assertThat(read(log, 2, 3)).containsExactly(batch(SomeRecords.voted(1, 2, 300)));
    }
  }

  @Test
  void the_index_holds_what_was_put_last_within_its_bound() {
    SlotIndex index = new SlotIndex(2048);
    long[] expected = new long[10_000];
    Random random = MemoryDisk.random(7);
    int last = 0;
    for (int put = 1; put < 60_000; put++) {
      int slot = Math.min(9_999, Math.max(0, put / 7 - random.nextInt(40)));
      index.put(slot, put, 8L * put);
      expected[slot] = put;
      last = Math.max(last, slot);
    }
    for (int slot = 0; slot <= last; slot++) {
      long place = index.place(slot);
      boolean isKept = slot > last - 2048;
      assertThat(SlotIndex.segment(place)).isEqualTo(isKept ? expected[slot] : 0);
      assertThat(SlotIndex.offset(place)).isEqualTo(isKept ? 8 * expected[slot] : 0);
    }
    index.cut(expected[8_000]);
    assertThat(index.place(7_900)).isEqualTo(SlotIndex.NOWHERE);
    assertThat(SlotIndex.segment(index.place(8_100))).isEqualTo(expected[8_100]);
    index.put(1L << 50, 70_000, 8);
    assertThat(index.place(8_100)).isEqualTo(SlotIndex.NOWHERE);
    assertThat(SlotIndex.segment(index.place(1L << 50))).isEqualTo(70_000);
    index.clear();
    assertThat(LongStream.of(0, 8_100, 1L << 50).map(index::place)).containsOnly(0L);
  }

  private WriteAheadLog written(int slots) {
    WriteAheadLog log = SomeRecords.reopen(disk);
    for (int slot = 0; slot < slots; slot++) {
      log.append(SomeRecords.voted(1, slot, 300));
    }
    log.commit();
    return log;
  }

  private JournalDecisions decisions(WriteAheadLog log) {
    return log.decisions(disk);
  }

  private List<Batch> read(WriteAheadLog log, long first, long end) {
    return decisions(log).read(wanted(first, end));
  }

  private static DecisionsWanted wanted(long first, long end) {
    return new DecisionsWanted(0, first, end, 1 << 20, 1000);
  }

  private static Batch batch(JournalRecord record) {
    return record instanceof JournalRecord.Voted vote
        ? vote.batch()
        : ((JournalRecord.Learnt) record).batch();
  }

  /** Damages the last record of a slot. */
  private static final class ScannedSlots {
    static void rot(MemoryDisk disk, long slot) {
      ScannedRecord[] last = new ScannedRecord[1];
      JournalScan.read(disk, record -> last[0] = record.slot() == slot ? record : last[0]);
      String name = last[0].file().substring(disk.path("").length());
      disk.bytes(name)[(int) last[0].offset() + RecordHeader.BYTES + 40] ^= 1;
    }
  }
}
