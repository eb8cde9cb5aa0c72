package io.synod.network.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.synod.core.execution.ReplyStatus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientFramesTest {

  @Test
  void a_hello_says_in_its_extension_that_the_client_takes_members() throws Exception {
    ClientHello hello = ClientHello.withMembers("orders");
    byte[] frame = bytes(hello.encode(Specimens.ALLOCATOR));

    assertThat(DecodedFrames.of(frame).values).containsExactly(hello);
    byte[] plain = bytes(new ClientHello("orders").encode(Specimens.ALLOCATOR));
    assertThat(DecodedFrames.of(plain).values).containsExactly(new ClientHello("orders"));
    assertThat(frame).hasSize(plain.length + 6);
  }

  @Test
  void a_change_of_members_that_nobody_could_want_is_malformed() {
    assertThat(changed(8, 4)).contains("flags 4");
    assertThat(changed(0, 0xFF)).contains("negative membership");
    assertThat(changed(21, 1)).contains("Phase 2 quorum: 16777216");
    assertThat(changed(38, 200)).contains("body ends inside");
    assertThat(changed(36, 32)).contains("moved member 32");
    assertThat(changed(41, 10)).contains("is no host:port");
    assertThat(changed(77, 9)).contains("priority 2305");
  }

  /** Why a change with another byte is malformed. */
  private static String changed(int at, int value) {
    byte[] golden = Specimens.goldenBytes().get("change-members").clone();
    golden[Frame.HEADER_BYTES + at] = (byte) value;
    byte[] frame =
        Specimens.frame(
            FrameType.CHANGE_MEMBERS,
            out -> out.writeBytes(golden, Frame.HEADER_BYTES, golden.length - Frame.HEADER_BYTES));
    return String.valueOf(DecodedFrames.of(frame).malformed.getMessage());
  }

  @Test
  void members_come_by_ascending_number_and_are_25_at_most() {
    Members unordered =
        new Members(1, List.of(new Members.Member(2, "a:1"), new Members.Member(1, "b:1")));
    assertThat(malformed(unordered)).contains("member 1 behind member 2");
    List<Members.Member> many = new ArrayList<>();
    for (int replica = 0; replica < 26; replica++) {
      many.add(new Members.Member(replica, "a:1"));
    }
    assertThat(malformed(new Members(1, many))).contains("26 members");
    assertThat(malformed(new Members(1, List.of()))).contains("0 members");
    assertThat(malformed(new Members(0, many.subList(0, 3)))).contains("membership 0");
  }

  private static String malformed(Members members) {
    return DecodedFrames.of(bytes(members.encode(Specimens.ALLOCATOR))).malformed.getMessage();
  }

  @Test
  void replies_that_exceed_a_frame_go_on_in_the_next_one_of_the_same_buffer() {
    ReplyFrameWriter writer = ReplyFrameWriter.replies(Specimens.ALLOCATOR, 256);
    List<Specimens.Reply> expected = new ArrayList<>();
    writer.begin();
    for (int sequence = 1; sequence <= 100; sequence++) {
      String answer = "x".repeat(sequence);
      writer.add(5, sequence, ReplyStatus.OK, answer.getBytes(UTF_8));
      expected.add(new Specimens.Reply(5, sequence, ReplyStatus.OK, answer));
    }

    try (DecodedFrames frames = new DecodedFrames()) {
      frames.decoder.limit(256);
      frames.read(writer.finish());
      List<Object> replies = new ArrayList<>();
      frames.values.forEach(frame -> replies.addAll((List<?>) frame));
      assertThat(frames.types).hasSizeGreaterThan(30).containsOnly(FrameType.REPLIES);
      assertThat(replies).isEqualTo(expected);
    }
  }

  @Test
  void an_answer_larger_than_a_frame_becomes_an_error_that_names_both_sizes() {
    ReplyFrameWriter writer = ReplyFrameWriter.replies(Specimens.ALLOCATOR, 256);
    writer.begin();
    writer.add(5, 1, ReplyStatus.OK, new byte[236]);

    DecodedFrames frames = DecodedFrames.of(bytes(writer.finish()));
    assertThat(frames.values)
        .containsExactly(
            List.of(
                new Specimens.Reply(
                    5,
                    1,
                    ReplyStatus.SERVICE_ERROR,
                    "executed, but its answer of 236 bytes exceeds the 235 that fit a frame")));
  }

  @Test
  void an_entry_that_does_not_fit_is_left_for_the_next_frame() {
    EntryFrameWriter writer = EntryFrameWriter.requests(Specimens.ALLOCATOR, 64);
    writer.begin(0);

    assertThat(writer.add(1, 1, 1, new byte[8])).isTrue();
    assertThat(writer.add(1, 2, 1, new byte[9])).isFalse();
    assertThat(writer.add(1, 2, 1, new byte[8])).isTrue();
    assertThat(bytes(writer.finish())).hasSize(Frame.HEADER_BYTES + 64);
  }

  @Test
  void an_entry_that_fits_no_frame_is_refused_by_name() {
    EntryFrameWriter writer = EntryFrameWriter.requests(Specimens.ALLOCATOR, 64);
    writer.begin(0);

    assertThatThrownBy(() -> writer.add(1, 1, 1, new byte[41]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a payload of 41 bytes does not fit a frame of 64");
    writer.discard();
  }

  @Test
  void text_with_a_control_character_is_malformed() {
    DecodedFrames frames =
        DecodedFrames.of(
            Specimens.frame(
                FrameType.REFUSED, out -> out.writeShort(3).writeBytes("a\nb".getBytes(UTF_8))));

    assertThat(frames.malformed).hasMessage("reason contains a control character");
  }

  @Test
  void text_that_is_not_utf_8_is_malformed() {
    DecodedFrames frames =
        DecodedFrames.of(
            Specimens.frame(FrameType.CLIENT_HELLO, out -> out.writeShort(1).writeByte(0xC3)));

    assertThat(frames.malformed).hasMessage("cluster name is not UTF-8");
  }

  @Test
  void a_reply_status_that_does_not_exist_is_malformed() {
    DecodedFrames frames =
        DecodedFrames.of(Specimens.frame(FrameType.REPLIES, out -> out.writeZero(20).writeByte(7)));

    assertThat(frames.malformed).hasMessage("no reply status has code 7");
  }

  private static byte[] bytes(ByteBuf buffer) {
    try {
      return ByteBufUtil.getBytes(buffer);
    } finally {
      buffer.release();
    }
  }
}
