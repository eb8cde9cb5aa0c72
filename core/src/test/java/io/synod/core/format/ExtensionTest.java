package io.synod.core.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ExtensionTest {

  @Test
  void fields_are_written_by_ascending_tag() {
    Extension extension = Extension.EMPTY.with(7, new byte[] {1, 2}).with(3, new byte[0]);

    assertThat(HexFormat.of().formatHex(extension.encoded()))
        .isEqualTo("0002" + "000300000000" + "0007000000020102");
    assertThat(extension.bytes()).isEqualTo(extension.encoded().length);
    assertThat(Extension.EMPTY.encoded()).containsExactly(0, 0);
  }

  @Test
  void an_extension_is_read_and_nothing_behind_it() throws IOException {
    byte[] encoded = Extension.EMPTY.with(3, bytes("three")).with(0xFFFF, bytes("")).encoded();
    byte[] longer = ByteBuffer.allocate(encoded.length + 1).put(encoded).put((byte) 42).array();
    ByteArrayInputStream in = new ByteArrayInputStream(longer);

    Extension read = Extension.read(in);

    assertThat(read.value(3)).isEqualTo(bytes("three"));
    assertThat(read.value(0xFFFF)).isEmpty();
    assertThat(read.value(4)).isNull();
    assertThat(read.encoded()).isEqualTo(encoded);
    assertThat(in.read()).isEqualTo(42);
  }

  @Test
  void a_tag_that_is_not_known_does_not_hide_the_others() throws IOException {
    Extension read = read("0003" + "0001000000010a" + "500000000003ffffff" + "0002000000010b");

    assertThat(read.value(1)).containsExactly(10);
    assertThat(read.value(2)).containsExactly(11);
    assertThat(read.mustUnderstand()).isEqualTo(-1);
  }

  @Test
  void a_tag_with_the_first_bit_must_be_understood() throws IOException {
    assertThat(read("0002" + "0001000000010a" + "800900000000").mustUnderstand()).isEqualTo(0x8009);
    assertThat(read("0001" + "7fff00000000").mustUnderstand()).isEqualTo(-1);
  }

  @Test
  void a_tag_that_is_there_twice_is_malformed() {
    assertMalformed("0002" + "000100000000" + "000100000000", "field 1 is there twice");
    assertThatThrownBy(() -> Extension.EMPTY.with(1, new byte[0]).with(1, new byte[1]))
        .isInstanceOf(BrokenInvariant.class);
  }

  @Test
  void more_fields_than_allowed_are_malformed() throws IOException {
    Extension most = Extension.EMPTY;
    for (int tag = 0; tag < Extension.FIELDS_MAX; tag++) {
      most = most.with(tag, new byte[0]);
    }
    Extension full = most;

    assertThat(read(HexFormat.of().formatHex(full.encoded())).encoded()).isEqualTo(full.encoded());
    assertThatThrownBy(() -> full.with(99, new byte[0])).isInstanceOf(BrokenInvariant.class);
    assertMalformed("0041", "65 fields, 64 are allowed");
  }

  @Test
  void more_bytes_than_allowed_are_malformed_before_they_are_allocated() throws IOException {
    Extension longest = Extension.EMPTY.with(1, new byte[Extension.BYTES_MAX - 8]);

    assertThat(longest.bytes()).isEqualTo(Extension.BYTES_MAX);
    assertThat(read(HexFormat.of().formatHex(longest.encoded())).value(1)).hasSize(4088);
    assertThatThrownBy(() -> Extension.EMPTY.with(1, new byte[Extension.BYTES_MAX - 7]))
        .isInstanceOf(BrokenInvariant.class);
    assertMalformed("0001" + "000100000ff9", "field 1 of 4089 bytes where 4088 are left of 4096");
    assertMalformed(
        "0001" + "00017fffffff", "field 1 of 2147483647 bytes where 4088 are left of 4096");
    assertMalformed("0001" + "0001ffffffff", "field 1 of -1 bytes where 4088 are left of 4096");
  }

  @Test
  void one_that_ends_early_is_noticed_at_every_byte() throws IOException {
    String whole = HexFormat.of().formatHex(Extension.EMPTY.with(3, bytes("three")).encoded());
    for (int bytes = 0; bytes < whole.length() / 2; bytes++) {
      String cut = whole.substring(0, 2 * bytes);
      assertThatThrownBy(() -> read(cut)).isInstanceOf(EOFException.class);
    }
    assertThat(read(whole).value(3)).isEqualTo(bytes("three"));
  }

  private static void assertMalformed(String hex, String reason) {
    assertThatThrownBy(() -> read(hex)).isInstanceOf(MalformedExtension.class).hasMessage(reason);
  }

  private static Extension read(String hex) throws IOException {
    byte[] bytes = HexFormat.of().parseHex(hex);
    return Extension.read(new ByteArrayInputStream(bytes));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
