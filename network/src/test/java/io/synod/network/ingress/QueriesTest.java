package io.synod.network.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.settings.Consistency;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueriesTest {
  /** The second buffer that is asked for is not to be had. */
  @Test
  void a_refusal_that_finds_no_space_leaves_no_buffer_behind() throws Exception {
    byte[] entry = new byte[BatchEntry.HEADER_BYTES];
    BatchEntry.putHeader(entry, 0, 0, Consistency.LEADER.code(), 1, 0);
    ByteBuf body = Unpooled.buffer();
    for (int query = 0; query < 1_000; query++) {
      body.writeBytes(entry);
    }
    List<ByteBuf> begun = new ArrayList<>();
    IngressLimits limits = IngressFixture.settings(IngressFixture.TIMES, 0).limits();
    Queries queries = Queries.retained(client(small(begun)), body, limits);

    assertThatThrownBy(() -> queries.refuse(ReplyStatus.BUSY)).isInstanceOf(OutOfMemoryError.class);

    assertThat(begun).singleElement().extracting(ByteBuf::refCnt).isEqualTo(0);
    queries.release();
  }

  private static ByteBufAllocator small(List<ByteBuf> begun) {
    return new AbstractByteBufAllocator(true) {
      @Override
      public boolean isDirectBufferPooled() {
        return false;
      }

      @Override
      protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        throw new UnsupportedOperationException();
      }

      @Override
      protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        ByteBuf buffer =
            new UnpooledDirectByteBuf(this, initialCapacity, maxCapacity) {
              @Override
              public ByteBuf capacity(int newCapacity) {
                throw new OutOfMemoryError("Cannot reserve direct buffer memory");
              }
            };
        begun.add(buffer);
        return buffer;
      }
    };
  }

  private static ClientConnection client(ByteBufAllocator allocator) {
    return (ClientConnection)
        Proxy.newProxyInstance(
            ClientConnection.class.getClassLoader(),
            new Class<?>[] {ClientConnection.class},
            (proxy, method, arguments) -> allocator);
  }
}
