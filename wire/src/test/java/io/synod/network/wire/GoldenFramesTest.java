package io.synod.network.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** docs/protocol.md, byte for byte. */
class GoldenFramesTest {

  @Test
  void every_frame_type_has_golden_bytes() {
    assertThat(Specimens.goldenBytes().keySet())
        .containsExactlyInAnyOrder(
            Arrays.stream(FrameType.values()).map(GoldenFramesTest::name).toArray(String[]::new));
  }

  @ParameterizedTest
  @EnumSource
  void a_frame_is_encoded_to_its_golden_bytes(FrameType type) {
    assertThat(Specimens.encoded(type, Specimens.value(type))).isEqualTo(golden(type));
  }

  @ParameterizedTest
  @EnumSource
  void golden_bytes_are_decoded_to_their_value(FrameType type) {
    DecodedFrames frames = DecodedFrames.of(golden(type));

    assertThat(frames.malformed).isNull();
    assertThat(frames.types).containsExactly(type);
    assertThat(frames.values).containsExactly(Specimens.value(type));
  }

  @ParameterizedTest
  @EnumSource
  void a_flipped_bit_is_never_decoded(FrameType type) {
    byte[] golden = golden(type);
    for (int bit = 0; bit < golden.length * 8; bit++) {
      byte[] flipped = golden.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(DecodedFrames.of(flipped).types).as("bit %d", bit).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_inverted_byte_is_never_decoded(FrameType type) {
    byte[] golden = golden(type);
    for (int at = 0; at < golden.length; at++) {
      byte[] inverted = golden.clone();
      inverted[at] ^= (byte) 0xFF;
      assertThat(DecodedFrames.of(inverted).types).as("byte %d", at).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_truncated_frame_is_never_decoded(FrameType type) {
    byte[] golden = golden(type);
    for (int length = 0; length < golden.length; length++) {
      DecodedFrames frames = DecodedFrames.of(Arrays.copyOf(golden, length));
      assertThat(frames.types).as("%d bytes", length).isEmpty();
      assertThat(frames.malformed).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_truncated_body_with_a_right_checksum_is_malformed_or_means_something_else(FrameType type) {
    byte[] golden = golden(type);
    int bodyBytes = golden.length - Frame.HEADER_BYTES;
    for (int length = 0; length < bodyBytes; length++) {
      int cut = length;
      DecodedFrames frames =
          DecodedFrames.of(
              Specimens.frame(type, out -> out.writeBytes(golden, Frame.HEADER_BYTES, cut)));
      assertThat(frames.values).as("%d bytes", length).doesNotContain(Specimens.value(type));
      assertThat(frames.malformed == null).isEqualTo(frames.values.size() == 1);
      assertThat(isFreeOfStructure(type) || cut == 0 || frames.malformed != null || isWhole(type))
          .as("%d bytes", length)
          .isTrue();
    }
  }

  // A status is text to the end of the body, so that any prefix is one.
  private static boolean isFreeOfStructure(FrameType type) {
    return type == FrameType.STATUS;
  }

  // A prefix of these may end between two elements, or before the last byte of a file or padding.
  private static boolean isWhole(FrameType type) {
    return switch (type) {
      case REQUESTS, QUERIES, REPLIES, QUERY_REPLIES, SNAPSHOT_PART, DATAGRAM_PROBE, PING -> true;
      default -> false;
    };
  }

  private static byte[] golden(FrameType type) {
    return Specimens.goldenBytes().get(name(type));
  }

  private static String name(FrameType type) {
    return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
