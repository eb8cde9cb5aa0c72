package io.synod.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The bytes of format version 1, which stay readable for ever. In the golden file a line names a
 * file and its size, or holds an offset and the bytes there; everything else is zero.
 */
final class JournalFormatTest {
  private static final String GOLDEN = "/formats/0.1.0/journal.hex";
  private static final int LINE_BYTES = 32;

  private static final List<JournalRecord> FACTS =
      List.of(
          SomeRecords.joined(1, MemberStatus.MEMBER),
          SomeRecords.promised(3, 1),
          SomeRecords.voted(3, 0, 44),
          SomeRecords.learnt(1, 37),
          SomeRecords.decided(2),
          SomeRecords.voted(3, 2, 3000),
          SomeRecords.voted(3, 3, 100),
          SomeRecords.voted(4, 3, 100));

  @Test
  void the_journal_is_written_as_version_1() throws IOException {
    assertThat(dump(written())).isEqualTo(String.join("\n", goldenLines()) + "\n");
  }

  @Test
  void a_journal_of_version_1_is_read() throws IOException {
    SomeRecords.Recovered recovered = SomeRecords.recover(golden());

    assertThat(recovered.records()).isEqualTo(FACTS);
    assertThat(recovered.found().isComplete()).isTrue();
    assertThat(recovered.found().mendable()).isEmpty();
    assertThat(recovered.found().torn()).isNull();
    assertThat(recovered.found().durableNumber()).isEqualTo(recovered.found().lastNumber());
  }

  @Test
  void a_journal_of_version_1_is_continued() throws IOException {
    MemoryDisk disk = golden();
    JournalRecord more = SomeRecords.voted(5, 4, 100);
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      log.append(more);
    }
    assertThat(SomeRecords.recover(disk).records()).startsWith(FACTS.get(0)).endsWith(more);
  }

  private static MemoryDisk written() {
    MemoryDisk disk = new MemoryDisk();
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      for (int index = 0; index < FACTS.size(); index++) {
        log.append(FACTS.get(index));
        if (index % 2 == 1) {
          log.commit();
        }
      }
    }
    return disk;
  }

  private static MemoryDisk golden() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    String name = null;
    for (String line : goldenLines()) {
      String[] words = line.split(" ");
      if (words[0].equals("file")) {
        name = words[1];
        disk.put(name, new byte[Integer.parseInt(words[2])]);
      } else {
        byte[] bytes = HexFormat.of().parseHex(words[1]);
        System.arraycopy(bytes, 0, disk.bytes(name), Integer.parseInt(words[0], 16), bytes.length);
      }
    }
    return disk;
  }

  private static String dump(MemoryDisk disk) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String name : disk.list()) {
      byte[] bytes = disk.bytes(name);
      text.append("file %s %d%n".formatted(name, bytes.length));
      for (int at = 0; at < bytes.length; at += LINE_BYTES) {
        byte[] line = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + LINE_BYTES));
        if (!Arrays.equals(line, new byte[line.length])) {
          text.append("%06x %s%n".formatted(at, HexFormat.of().formatHex(line)));
        }
      }
    }
    return text.toString().replace(System.lineSeparator(), "\n");
  }

  private static List<String> goldenLines() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                JournalFormatTest.class.getResourceAsStream(GOLDEN), StandardCharsets.UTF_8))) {
      return lines.lines().toList();
    }
  }
}
