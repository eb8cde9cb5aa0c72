package io.synod.network.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PingPaddingTest {
  private static final int PADDING_BYTES = 20_000;

  private static ByteBuf body(int paddingBytes) {
    return Unpooled.buffer().writeLong(7).writeZero(paddingBytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8_191, 8_192, 8_193, PADDING_BYTES})
  void zeros_are_counted(int bytes) throws MalformedFrame {
    ByteBuf body = body(bytes);
    assertThat(Ping.decode(body)).isEqualTo(new Ping(7, bytes));
    assertThat(body.isReadable()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8_191, 8_192, 8_193, PADDING_BYTES - 1})
  void any_other_byte_is_refused(int at) {
    ByteBuf heap = body(PADDING_BYTES).setByte(8 + at, 1);
    ByteBuf direct = Unpooled.directBuffer().writeBytes(heap.duplicate());
    for (ByteBuf body :
        new ByteBuf[] {
          heap,
          direct,
          Unpooled.wrappedBuffer(heap.copy(0, 100), heap.copy(100, heap.readableBytes() - 100))
        }) {
      assertThatThrownBy(() -> Ping.decode(body))
          .isInstanceOf(MalformedFrame.class)
          .hasMessageContaining("padding is not zero");
      body.release();
    }
  }
}
