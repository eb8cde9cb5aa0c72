package io.synod.network.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

class PeerHelloTest {
  private static final int FIELD_BYTES = 9;

  @Test
  void a_hello_says_in_which_membership_its_sender_is_and_whether_it_is_a_standby()
      throws MalformedFrame {
    for (PeerHello hello : new PeerHello[] {hello(0, true), hello(7, false), hello(7, true)}) {
      assertThat(PeerHello.decode(body(hello))).isEqualTo(hello);
    }
  }

  @Test
  void a_member_of_the_first_membership_leaves_the_field_out() {
    int most = body(hello(1, false)).readableBytes();

    assertThat(body(hello(0, false)).readableBytes()).isEqualTo(most - FIELD_BYTES - 6);
  }

  @Test
  void a_membership_that_cannot_be_is_malformed() {
    ByteBuf body = body(hello(7, true));
    int end = body.readableBytes();

    assertMalformed(body.copy().setByte(end - 1, 2));
    assertMalformed(body.copy().setByte(end - FIELD_BYTES, 0x80));
    assertMalformed(body.copy().setByte(end - FIELD_BYTES, 1));
  }

  private static void assertMalformed(ByteBuf body) {
    assertThatThrownBy(() -> PeerHello.decode(body))
        .isInstanceOf(MalformedFrame.class)
        .hasMessage("the extension has no membership of 9 bytes");
  }

  private static PeerHello hello(long membership, boolean isStandby) {
    return new PeerHello("orders", "terms", 3, 2, 0, Levels.OWN, membership, isStandby);
  }

  private static ByteBuf body(PeerHello hello) {
    ByteBuf frame = hello.encode(ByteBufAllocator.DEFAULT);
    ByteBuf body = Unpooled.copiedBuffer(frame.skipBytes(Frame.HEADER_BYTES));
    frame.release();
    return body;
  }
}
