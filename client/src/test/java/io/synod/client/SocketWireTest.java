package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.synod.core.settings.Consistency;
import io.synod.network.transport.Transport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class SocketWireTest {
  private final EventLoopGroup loops = Transport.NIO.eventLoops(1, "synod-client-loop");

  @AfterEach
  void end() {
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** Other parts of the program may have taken it. */
  @Test
  void a_moment_without_memory_for_a_frame_costs_a_connection_and_not_the_client() {
    try (FakeReplica replica = new FakeReplica(0)) {
      ClientSettings settings =
          SynodClient.builder().cluster(FakeReplica.CLUSTER).replicas(replica.text()).settings();
      EventLoop loop = loops.next();
      ScarceMemory memory = new ScarceMemory();
      ClientLoop client = new ClientLoop(loop, Transport.NIO, settings, memory, 1);
      List<Request> requests =
          List.of(
              Request.update(new byte[1]),
              Request.update(new byte[1000]),
              Request.query(new byte[1], Consistency.LEADER));
      loop.submit(() -> requests.forEach(client::send)).syncUninterruptibly();
      for (Request request : requests) {
        assertThat(request).succeedsWithin(Duration.ofSeconds(20));
      }
      assertThat(replica.executed).hasValue(2);
      assertThat(memory.hasFailedToMake && memory.hasFailedToGrow).isTrue();
    }
  }

  /** Once there is none for a buffer, and once none for a larger one. */
  private static final class ScarceMemory extends AbstractByteBufAllocator {
    private volatile boolean hasFailedToMake;
    private volatile boolean hasFailedToGrow;

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
      if (!hasFailedToMake) {
        hasFailedToMake = true;
        throw noMemory();
      }
      return new UnpooledDirectByteBuf(this, initialCapacity, maxCapacity) {
        @Override
        public ByteBuf capacity(int newCapacity) {
          if (!hasFailedToGrow) {
            hasFailedToGrow = true;
            throw noMemory();
          }
          return super.capacity(newCapacity);
        }
      };
    }

    private static OutOfMemoryError noMemory() {
      return new OutOfMemoryError("Cannot reserve direct buffer memory");
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isDirectBufferPooled() {
      return false;
    }
  }
}
