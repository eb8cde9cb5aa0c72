package io.synod.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.effect.JournalRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Segments that were cut are written anew, under a new number and over what stood in them. */
@ParameterizedClass
@EnumSource
final class RetiredSegmentsTest {

  private static final int SLOTS = 12;

  private final MemoryDisk disk;
  private final List<JournalRecord> kept = new ArrayList<>();
  private WriteAheadLog log;

  private final WriteVariant variant;

  RetiredSegmentsTest(WriteVariant variant) {
    this.variant = variant;
    disk = variant.disk();
    log = SomeRecords.reopen(disk);
  }

  @Test
  void a_cut_segment_is_reused_and_nothing_is_allocated() {
    fill(0, SLOTS);
    log.cut(SLOTS);
    assertThat(retired()).isNotEmpty();

    disk.calls.clear();
    fill(SLOTS, SLOTS + 4);
    assertThat(disk.calls).anyMatch(call -> call.startsWith("rename "));
    assertThat(disk.calls).noneMatch(call -> call.startsWith("create "));
  }

  @Test
  void the_old_records_of_a_reused_segment_are_not_read() {
    takeOver();
    assertRead(kept);
    assertThat(SomeRecords.recover(disk).found().torn()).isNull();
    // The older record behind the last one is still there, unless it lies in the block of that.
    boolean isInLastBlock = variant == WriteVariant.PAGES;
    assertThat(lastSegment())
        .satisfies(bytes -> assertThat(bytes[3_000] == 0).isEqualTo(isInLastBlock));
  }

  @Test
  void records_after_a_restart_follow_the_last_record() {
    takeOver();
    log = SomeRecords.reopen(disk);
    fill(SLOTS + 3, SLOTS + 9);
    assertRead(kept);
  }

  @Test
  void a_record_that_a_killed_process_began_there_is_torn() {
    takeOver();
    JournalRecord torn = SomeRecords.voted(1, SLOTS + 3, 100);
    log.append(torn);
    disk.failWith(
        (call, what) -> {
          if (what.startsWith("force")) {
            throw new MemoryDisk.PowerCut();
          }
          return null;
        });
    try {
      log.commit();
    } catch (MemoryDisk.PowerCut ended) {
      assertThat(log.durable()).isLessThan(log.appended());
    }

    int counted = 0;
    for (long seed = 0; seed < 50; seed++) {
      MemoryDisk left = disk.afterPowerCut(MemoryDisk.random(seed));
      List<JournalRecord> records = SomeRecords.recover(left).records();
      assertThat(records).containsAll(kept);
      counted += records.contains(torn) ? 1 : 0;
    }
    assertThat(counted).isBetween(1, 49);
  }

  @Test
  void rot_in_a_file_that_was_taken_over_is_rot() {
    takeOver();
    byte[] bytes = lastSegment();
    // Body of the first record behind the header and what was carried over.
    bytes[SegmentHeader.BYTES + 2 * RecordHeader.BYTES + 50] ^= 1;
    SomeRecords.Recovered recovered = SomeRecords.recover(disk);
    assertThat(recovered.damaged().size() + recovered.found().incomplete().size()).isPositive();
  }

  @Test
  void another_life_goes_on_with_them() {
    fill(0, SLOTS);
    log.cut(SLOTS);
    log.close();
    List<String> left = retired();
    assertThat(left).isNotEmpty();
    disk.put(Segment.retiredName(77), new byte[8192]);

    log = SomeRecords.reopen(disk);
    assertThat(retired()).isEqualTo(left);
    disk.calls.clear();
    fill(SLOTS, SLOTS + 2);
    assertThat(disk.calls).noneMatch(call -> call.startsWith("create "));
  }

  @Test
  void they_are_given_back_when_others_need_the_space() {
    fill(0, SLOTS);
    log.cut(SLOTS);
    int files = retired().size();
    assertThat(files).isPositive();
    long before = disk.usableBytes;

    log.giveBack();
    assertThat(retired()).isEmpty();
    assertThat(disk.usableBytes).isEqualTo(before + files * SomeRecords.SMALL.segmentBytes());
    fill(SLOTS, SLOTS + 4);
    assertThat(SomeRecords.recover(disk).records()).containsAll(kept.subList(SLOTS, SLOTS + 4));
  }

  @Test
  void they_are_given_back_for_a_record_that_needs_a_longer_segment() {
    fill(0, SLOTS);
    log.cut(SLOTS);
    assertThat(retired()).isNotEmpty();
    disk.usableBytes = SomeRecords.SMALL.segmentBytes();

    JournalRecord large = SomeRecords.voted(1, SLOTS, (int) SomeRecords.SMALL.segmentBytes());
    log.append(large);
    log.commit();
    assertThat(log.durable()).isEqualTo(log.appended());
    assertThat(retired()).isEmpty();
    assertThat(SomeRecords.recover(disk).records()).contains(large);
  }

  /** To an operator in search of space they look unused. */
  @Test
  void those_that_an_operator_has_deleted_are_not_missed() {
    fill(0, SLOTS);
    log.cut(SLOTS);
    List<String> left = retired();
    assertThat(left).hasSizeGreaterThan(1);
    disk.lose(left.get(0));
    fill(SLOTS, SLOTS + 4);
    retired().forEach(disk::lose);
    fill(SLOTS + 4, SLOTS + 8);
    assertThat(SomeRecords.recover(disk).records()).containsAll(kept.subList(SLOTS, SLOTS + 8));
  }

  @Test
  void those_that_an_operator_has_deleted_need_not_be_given_back() {
    fill(0, SLOTS);
    log.cut(SLOTS);
    disk.lose(retired().get(0));
    log.giveBack();
    assertThat(retired()).isEmpty();
    fill(SLOTS, SLOTS + 4);
    assertThat(SomeRecords.recover(disk).records()).containsAll(kept.subList(SLOTS, SLOTS + 4));
  }

  @Test
  void a_disk_without_space_keeps_none() {
    fill(0, SLOTS);
    disk.usableBytes = SomeRecords.SMALL.segmentBytes() - 1;
    assertThat(log.cut(SLOTS)).isPositive();
    assertThat(disk.usableBytes).isGreaterThanOrEqualTo(SomeRecords.SMALL.segmentBytes());
  }

  /** The journal's last segment is one whose file held older records, and has room for more. */
  private void takeOver() {
    fill(0, SLOTS);
    log.cut(SLOTS);
    kept.clear();
    kept.addAll(SomeRecords.recover(disk).records());
    disk.calls.clear();
    fill(SLOTS, SLOTS + 3);
    assertThat(disk.calls).anyMatch(call -> call.startsWith("rename "));
  }

  /** Votes in these slots, two in a segment, each durable. */
  private void fill(int from, int to) {
    for (int slot = from; slot < to; slot++) {
      JournalRecord record = SomeRecords.voted(1, slot, 1500);
      kept.add(record);
      log.append(record);
      log.commit();
      log.reserve();
    }
  }

  private void assertRead(List<JournalRecord> expected) {
    SomeRecords.Recovered recovered = SomeRecords.recover(disk);
    assertThat(recovered.found().isComplete()).isTrue();
    assertThat(recovered.records()).isEqualTo(expected);
  }

  private byte[] lastSegment() {
    List<Segment> segments = SomeRecords.recover(disk).found().segments;
    Segment last = null;
    for (Segment segment : segments) {
      last = segment.hasRecords() ? segment : last;
    }
    return disk.bytes(last.name);
  }

  private List<String> retired() {
    try {
      return disk.list().stream().filter(Segment::isRetired).sorted().toList();
    } catch (IOException never) {
      throw new AssertionError(never);
    }
  }
}
