package io.synod.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/** A service whose state is the text of every slot so far; one slot, one text. */
final class TestService {
  private final List<String> texts = new ArrayList<>();

  List<String> texts() {
    return texts;
  }

  long end() {
    return texts.size();
  }

  void execute(String text) {
    texts.add(text);
  }

  /**
   * The state as the bytes of a file.
   *
   * @param writer whose file it is: the same state has other bytes with every replica
   */
  byte[] snapshot(int writer) {
    byte[] content = (writer + "\n" + String.join("\n", texts)).getBytes(StandardCharsets.UTF_8);
    return (checksum(content) + "\n" + new String(content, StandardCharsets.UTF_8))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Whether {@code snapshot} is whole and of one piece. */
  static boolean isWhole(byte[] snapshot) {
    String[] parts = new String(snapshot, StandardCharsets.UTF_8).split("\n", 2);
    return parts.length == 2
        && parts[0].equals("" + checksum(parts[1].getBytes(StandardCharsets.UTF_8)));
  }

  /** Goes on from {@code snapshot}; from nothing if it is null. */
  void restore(long end, byte[] snapshot) {
    texts.clear();
    if (snapshot != null) {
      assertThat(isWhole(snapshot)).as("the snapshot up to %d is whole", end).isTrue();
      String[] lines = new String(snapshot, StandardCharsets.UTF_8).split("\n");
      texts.addAll(Arrays.asList(lines).subList(2, lines.length));
    }
    assertThat(end()).as("the end of the snapshot").isEqualTo(end);
  }

  private static long checksum(byte[] content) {
    CRC32 crc = new CRC32();
    crc.update(content);
    return crc.getValue();
  }
}
