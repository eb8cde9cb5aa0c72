package io.synod.network.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Arrays;

/**
 * Feeds bytes to the handlers of a connection in up to three reads, and sees to it that they keep
 * no more memory than was sent to them.
 */
public final class BoundedFeed implements AutoCloseable {
  /** A frame's first part, the answers, and what a handler keeps for itself. */
  private static final long KEPT_BYTES_MAX = 600 << 10;

  private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true, true);
  private final EmbeddedChannel channel = new EmbeddedChannel();

  /** The channel, to which the caller adds the handlers before it feeds. */
  public EmbeddedChannel channel() {
    channel.config().setAllocator(allocator);
    return channel;
  }

  /** Where the bytes are cut follows from them. */
  public void feed(byte[] bytes) {
    int hash = Arrays.hashCode(bytes);
    int first = bytes.length == 0 ? 0 : Math.floorMod(hash, bytes.length + 1);
    int second = first + Math.floorMod(hash >> 8, bytes.length - first + 1);
    feed(bytes, 0, first);
    feed(bytes, first, second);
    feed(bytes, second, bytes.length);
  }

  private void feed(byte[] bytes, int from, int end) {
    if (from == end || !channel.isOpen()) {
      return;
    }
    ByteBuf in = Unpooled.wrappedBuffer(bytes, from, end - from);
    channel.writeInbound(in);
    channel.checkException();
    assertThat(in.refCnt()).as("a read's buffer is released").isZero();
    long kept = allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory();
    assertThat(kept).as("bytes kept").isLessThan(KEPT_BYTES_MAX + 4L * bytes.length);
  }

  public boolean isOpen() {
    return channel.isOpen();
  }

  /** What was answered, and nothing of it is left. */
  @Override
  public void close() {
    channel.finishAndReleaseAll();
    long left = allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory();
    assertThat(left).as("bytes that are left behind").isZero();
  }
}
