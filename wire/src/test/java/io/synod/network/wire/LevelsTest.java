package io.synod.network.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.synod.core.format.Extension;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LevelsTest {

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, 1, 1",
    "1, 1, 1, 2, 1",
    "1, 2, 1, 1, 1",
    "1, 3, 2, 5, 3",
    "1, 1, 2, 3, 0",
    "2, 3, 1, 1, 0",
    "2, 2, 1, 3, 2",
  })
  void the_level_is_the_highest_that_both_speak(
      int lowest, int highest, int otherLowest, int otherHighest, int common) {
    Levels one = new Levels(lowest, highest, "0.1.0");
    Levels other = new Levels(otherLowest, otherHighest, "0.3.0");

    assertThat(one.common(other)).isEqualTo(common);
    assertThat(other.common(one)).isEqualTo(common);
  }

  @Test
  void this_version_speaks_level_1() {
    assertThat(Levels.OWN.lowest()).isEqualTo(1);
    assertThat(Levels.OWN.highest()).isEqualTo(1);
    assertThat(Levels.OWN.software()).matches("\\d+\\.\\d+\\.\\d+(-\\w+)?");
  }

  @Test
  void fields_of_later_versions_are_passed_over() throws MalformedFrame {
    Levels levels = new Levels(1, 2, "0.2.0");
    Extension later =
        levels.extension().with(0, new byte[1]).with(77, new byte[3000]).with(0xFFFF, new byte[0]);

    assertThat(read(later)).isEqualTo(levels);
  }

  @Test
  void a_hello_without_a_level_or_with_an_impossible_one_is_malformed() {
    assertMalformed(Extension.EMPTY, "the extension has no lowest level of 4 bytes");
    assertMalformed(
        Extension.EMPTY.with(1, int32(1)).with(2, new byte[3]),
        "the extension has no highest level of 4 bytes");
    assertMalformed(
        Extension.EMPTY.with(1, int32(0)).with(2, int32(1)), "levels from 0 to 1 are none");
    assertMalformed(
        Extension.EMPTY.with(1, int32(3)).with(2, int32(2)), "levels from 3 to 2 are none");
  }

  @Test
  void a_software_version_that_cannot_be_shown_is_malformed() {
    String reason = "the software's version is missing or cannot be shown";
    Extension levels = Extension.EMPTY.with(1, int32(1)).with(2, int32(1));

    assertMalformed(levels, reason);
    assertMalformed(levels.with(3, new byte[0]), reason);
    assertMalformed(levels.with(3, "0.1\n".getBytes(UTF_8)), reason);
    assertMalformed(levels.with(3, "\u202e1.0".getBytes(UTF_8)), reason);
    assertMalformed(levels.with(3, "1".repeat(65).getBytes(UTF_8)), reason);
  }

  @Test
  void an_extension_that_is_none_is_malformed() {
    assertThatThrownBy(() -> read(new byte[] {0}))
        .isInstanceOf(MalformedFrame.class)
        .hasMessage("body ends inside the extension");
    assertThatThrownBy(() -> read(new byte[] {0, 1, 0, 1, 0x7f, 0, 0, 0}))
        .isInstanceOf(MalformedFrame.class)
        .hasMessage("extension: field 1 of 2130706432 bytes where 4088 are left of 4096");
  }

  private static void assertMalformed(Extension extension, String reason) {
    assertThatThrownBy(() -> read(extension)).isInstanceOf(MalformedFrame.class).hasMessage(reason);
  }

  private static Levels read(Extension extension) throws MalformedFrame {
    return read(extension.encoded());
  }

  private static Levels read(byte[] extension) throws MalformedFrame {
    return new BodyReader(Unpooled.wrappedBuffer(extension)).levels();
  }

  private static byte[] int32(int value) {
    return ByteBuffer.allocate(4).putInt(value).array();
  }
}
