package io.synod.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.synod.core.effect.JournalRecord;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.disk.WriteMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The journal in a real directory, in all ways of writing that its file system allows. */
@ParameterizedClass
@EnumSource
final class JournalOnFilesTest {
  @TempDir Path directory;

  private final WriteMode mode;

  JournalOnFilesTest(WriteVariant variant) {
    mode = variant.mode;
  }

  @BeforeEach
  void requireDirectWrites() throws IOException {
    assumeTrue(!mode.direct() || disk().directBlockBytes() > 0, "no direct writes here");
  }

  @Test
  void several_lives_are_read_again() {
    List<JournalRecord> appended = new ArrayList<>();
    for (int life = 0; life < 4; life++) {
      List<JournalRecord> records = new ArrayList<>();
      try (WriteAheadLog log = open(records)) {
        assertThat(records).isEqualTo(appended);
        for (int slot = 0; slot < 20; slot++) {
          JournalRecord record =
              SomeRecords.voted(1, 100 * life + slot, slot == 5 ? 2_000_000 : 3000);
          appended.add(record);
          log.append(record);
          log.commit();
          log.reserve();
        }
        assertThat(log.durable()).isEqualTo(log.appended());
      }
    }
    assertThat(records()).isEqualTo(appended);
  }

  @Test
  void a_cut_gives_the_space_to_what_follows() throws IOException {
    WriteAheadLog log = open(new ArrayList<>());
    for (int slot = 0; slot < 200; slot++) {
      log.append(SomeRecords.voted(1, slot, 3000));
    }
    log.commit();
    long before = bytesOnDisk();
    assertThat(before).isEqualTo(log.counters().diskBytes() + CommitMark.BYTES);

    assertThat(log.cut(150)).isGreaterThan(5);
    for (int slot = 200; slot < 230; slot++) {
      log.append(SomeRecords.voted(1, slot, 3000));
      log.commit();
    }

    assertThat(bytesOnDisk()).isLessThanOrEqualTo(before);
    assertThat(bytesOnDisk()).isEqualTo(log.counters().diskBytes() + CommitMark.BYTES);
    log.close();
    assertThat(records())
        .contains(SomeRecords.voted(1, 150, 3000), SomeRecords.voted(1, 199, 3000));
  }

  @Test
  void rot_is_reported_with_the_path_and_repaired() throws IOException {
    try (WriteAheadLog log = open(new ArrayList<>())) {
      for (int slot = 0; slot < 3; slot++) {
        log.append(SomeRecords.voted(1, slot, 3000));
      }
    }
    Path segment = directory.resolve(Segment.name(1));
    byte[] bytes = Files.readAllBytes(segment);
    bytes[(int) (SegmentHeader.BYTES + RecordHeader.extent(3000)) + 1000] ^= 1;
    Files.write(segment, bytes);
    JournalFindings found =
        JournalRecovery.read(disk(), SomeRecords.IDENTITY, record -> {}, damage -> {});
    assertThat(found.damages()).extracting(Damage::file).containsExactly(segment.toString());
    assertThat(found.damages()).extracting(Damage::slot).containsExactly(1L);

    try (WriteAheadLog log = WriteAheadLog.open(disk(), settings(), SomeRecords.IDENTITY, found)) {
      log.repair(found.damages().get(0), SomeRecords.batch(3000, 8));
    }

    assertThat(records())
        .contains(new JournalRecord.Learnt(1, SomeRecords.batch(3000, 8)))
        .hasSize(3);
  }

  @Test
  void a_tool_reads_what_it_may_not_change() {
    try (WriteAheadLog log = open(new ArrayList<>())) {
      log.append(SomeRecords.promised(1, 1));
      log.append(SomeRecords.voted(1, 0, 100));
    }
    List<ScannedRecord> records = new ArrayList<>();

    JournalFindings found = JournalScan.read(FileDisk.readOnly(directory), records::add);

    assertThat(records)
        .extracting(ScannedRecord::content)
        .containsExactly(SomeRecords.promised(1, 1), SomeRecords.voted(1, 0, 100));
    assertThat(found.identity()).isEqualTo(SomeRecords.IDENTITY);
  }

  private WriteAheadLog open(List<JournalRecord> into) {
    JournalFindings found =
        JournalRecovery.read(disk(), SomeRecords.IDENTITY, into::add, damage -> {});
    assertThat(found.isComplete()).isTrue();
    assertThat(found.torn()).isNull();
    return WriteAheadLog.open(disk(), settings(), SomeRecords.IDENTITY, found);
  }

  private List<JournalRecord> records() {
    List<JournalRecord> records = new ArrayList<>();
    open(records).close();
    return records;
  }

  private JournalSettings settings() {
    return new JournalSettings(64 << 10, 0, mode);
  }

  private Disk disk() {
    return FileDisk.of(directory);
  }

  private long bytesOnDisk() throws IOException {
    long bytes = 0;
    for (String name : disk().list()) {
      bytes += Files.size(directory.resolve(name));
    }
    return bytes;
  }
}
