package io.synod.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import io.synod.fuzzing.FuzzTarget;
import io.synod.fuzzing.Outcome;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The files of a journal. An input is a row of {@code byte file, short length, bytes}: file 0 is
 * the mark, n is segment n; each segment is filled up with zeros.
 */
final class JournalTarget implements FuzzTarget {
  private static final int SEGMENT_BYTES = 4096;
  private static final int STAMP_AT = 80;
  private static final int SEGMENTS = 3;
  private static final int DISK_BYTES = 1 << 20;

  // Big enough that what is written again needs one segment.
  private static final JournalSettings ONE_SEGMENT = new JournalSettings(1 << 16, 0);

  @Override
  public String name() {
    return "journal";
  }

  @Override
  public List<byte[]> samples() {
    List<byte[]> samples = new ArrayList<>();
    samples.add(journal(1, 40));
    samples.add(journal(2, 60));
    samples.add(journal(3, 300));
    samples.add(journal(6, 900));
    samples.add(input(new MemoryDisk()));
    return samples;
  }

  private static byte[] journal(int rounds, int batchBytes) {
    MemoryDisk disk = new MemoryDisk();
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      for (int round = 1; round <= rounds; round++) {
        log.append(
            SomeRecords.joined(round, round == 2 ? MemberStatus.RECOVERING : MemberStatus.MEMBER));
        log.append(SomeRecords.promised(round, 1));
        log.append(SomeRecords.voted(round, 2L * round, batchBytes));
        log.commit();
        log.append(SomeRecords.learnt(2L * round + 1, batchBytes));
        log.append(SomeRecords.decided(2L * round));
        log.commit();
      }
    }
    return input(disk);
  }

  private static byte[] input(MemoryDisk disk) {
    ByteArrayOutputStream input = new ByteArrayOutputStream();
    for (String name : names(disk)) {
      byte[] bytes = disk.bytes(name);
      int end = bytes.length;
      while (end > 0 && bytes[end - 1] == 0) {
        end--;
      }
      input.write((int) Segment.number(name));
      input.write(end >> 8);
      input.write(end);
      input.write(bytes, 0, end);
    }
    return input.toByteArray();
  }

  private static List<String> names(MemoryDisk disk) {
    List<String> names = new ArrayList<>();
    names.add(CommitMark.NAME);
    for (long segment = 1; segment <= SEGMENTS; segment++) {
      names.add(Segment.name(segment));
    }
    names.removeIf(name -> !disk.holds(name));
    return names;
  }

  /** Seals each file; a record that stands elsewhere than it says is moved to where it stands. */
  @Override
  public byte[] sealed(byte[] input) {
    ByteBuffer in = ByteBuffer.wrap(input);
    while (in.remaining() >= 3) {
      int file = Byte.toUnsignedInt(in.get()) % (SEGMENTS + 1);
      int length = Math.min(Short.toUnsignedInt(in.getShort()), in.remaining());
      ByteBuffer bytes = in.slice(in.position(), length);
      in.position(in.position() + length);
      if (file == 0) {
        sealMark(bytes, 0);
        sealMark(bytes, MemoryDisk.SECTOR);
        sealMark(bytes, 2 * MemoryDisk.SECTOR);
      } else {
        sealSegment(bytes, file);
      }
    }
    return input;
  }

  private static void sealMark(ByteBuffer file, int at) {
    if (at + 32 <= file.limit()) {
      file.putInt(at + 28, Checksum.of(file, at, at + 28));
    }
  }

  private static void sealSegment(ByteBuffer file, int segment) {
    if (file.limit() < SegmentHeader.BYTES) {
      return;
    }
    int checksumAt = SegmentHeader.BYTES - 4;
    file.putInt(checksumAt, Checksum.of(file, 0, checksumAt));
    int at = SegmentHeader.BYTES;
    while (at + RecordHeader.BYTES <= file.limit()) {
      at +=
          file.getInt(at + STAMP_AT) == SomeRecords.IDENTITY.stamp()
              ? sealRecord(file, at, segment)
              : 8;
    }
  }

  /** Bytes to the next one. */
  private static int sealRecord(ByteBuffer file, int at, int segment) {
    file.putLong(at + 16, segment).putLong(at + 24, at);
    int body = at + RecordHeader.BYTES;
    int bodyBytes = file.getInt(at + 72);
    boolean whole = bodyBytes >= 0 && bodyBytes <= file.limit() - body;
    if (whole) {
      file.putInt(at + 4, Checksum.of(file, body, body + bodyBytes));
    }
    file.putInt(at, Checksum.of(file, at + 4, body));
    return whole ? (int) RecordHeader.extent(bodyBytes) : RecordHeader.ALIGNMENT;
  }

  private static MemoryDisk disk(byte[] input) {
    MemoryDisk disk = new MemoryDisk();
    ByteBuffer in = ByteBuffer.wrap(input);
    while (in.remaining() >= 3) {
      int file = Byte.toUnsignedInt(in.get()) % (SEGMENTS + 1);
      byte[] bytes = new byte[Math.min(Short.toUnsignedInt(in.getShort()), in.remaining())];
      in.get(bytes);
      int whole = Math.max(SEGMENT_BYTES, (bytes.length + 511) & -512);
      disk.put(
          file == 0 ? CommitMark.NAME : Segment.name(file),
          Arrays.copyOf(bytes, file == 0 ? CommitMark.BYTES : whole));
    }
    return disk;
  }

  /** What is written is written to a disk that lies on the heap too. */
  @Override
  public long allocatedBytesMax(byte[] input) {
    return DISK_BYTES + FuzzTarget.super.allocatedBytesMax(input);
  }

  @Override
  public Outcome run(byte[] input) {
    MemoryDisk disk = disk(input);
    SomeRecords.Recovered recovered;
    try {
      recovered = SomeRecords.recover(disk);
    } catch (JournalRefused refused) {
      return Outcome.shallow(refused.getMessage());
    }
    assertThat(disk.open).as("files that are left open").isZero();
    List<ScannedRecord> scanned = new ArrayList<>();
    JournalScan.read(disk, scanned::add);
    recovered.records().forEach(JournalTarget::assertPossible);
    assertThat(writtenAgain(recovered.records())).isEqualTo(recovered.records());
    goOn(disk, recovered);
    return outcome(recovered, scanned);
  }

  private static void assertPossible(JournalRecord record) {
    long slot =
        record instanceof JournalRecord.DecidedUpTo decided
            ? decided.end()
            : SomeRecords.slot(record);
    assertThat(slot).as("slot of %s", record).isGreaterThanOrEqualTo(-1);
    if (record instanceof JournalRecord.Voted vote) {
      assertThat(vote.view().round()).as("round of %s", record).isNotNegative();
      assertThat(vote.view().leader()).as("leader of %s", record).isNotNegative();
    } else if (record instanceof JournalRecord.Promised promise) {
      assertThat(promise.view().round()).as("round of %s", record).isNotNegative();
      assertThat(promise.view().leader()).as("leader of %s", record).isNotNegative();
    }
  }

  private static List<JournalRecord> writtenAgain(List<JournalRecord> records) {
    MemoryDisk disk = new MemoryDisk();
    try (WriteAheadLog log =
        WriteAheadLog.open(
            disk, ONE_SEGMENT, SomeRecords.IDENTITY, SomeRecords.recover(disk).found())) {
      records.forEach(log::append);
      log.commit();
    }
    return SomeRecords.recover(disk).records();
  }

  /** A replica that starts on it mends what can be mended and goes on. */
  private static void goOn(MemoryDisk disk, SomeRecords.Recovered before) {
    JournalRecord more = SomeRecords.voted(77, 77, 77);
    try (WriteAheadLog log =
        WriteAheadLog.open(disk, SomeRecords.SMALL, SomeRecords.IDENTITY, before.found())) {
      log.append(more);
      log.commit();
    }
    SomeRecords.Recovered after = SomeRecords.recover(disk);
    assertThat(after.found().isComplete())
        .as("complete afterwards; it was not before: %s", before.found().incomplete())
        .isEqualTo(before.found().isComplete());
    if (before.found().isComplete()) {
      List<JournalRecord> expected = new ArrayList<>(before.records());
      expected.add(more);
      assertThat(after.records()).isEqualTo(expected);
      assertThat(after.found().damages()).hasSameSizeAs(before.found().damages());
      assertThat(after.found().mendable()).isEmpty();
      assertThat(after.found().torn()).isNull();
    }
  }

  private static Outcome outcome(SomeRecords.Recovered recovered, List<ScannedRecord> scanned) {
    StringBuilder kind = new StringBuilder();
    for (ScannedRecord record : scanned) {
      kind.append(record.state().name().charAt(0)).append(record.type().name().charAt(0));
    }
    recovered.damaged().forEach(damage -> kind.append(' ').append(damage.reason()));
    recovered.found().incomplete().forEach(flaw -> kind.append(' ').append(flaw.reason()));
    recovered.found().mendable().forEach(flaw -> kind.append(' ').append(flaw.reason()));
    return scanned.isEmpty() ? Outcome.shallow("" + kind) : Outcome.deep("" + kind);
  }
}
