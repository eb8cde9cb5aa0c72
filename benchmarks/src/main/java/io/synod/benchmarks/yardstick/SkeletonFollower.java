package io.synod.benchmarks.yardstick;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.zip.CRC32C;

/**
 * Acknowledges the batches of one leader with a valid checksum, once they are durable where it has
 * a disk, and drops them. Confined to the event loop.
 */
final class SkeletonFollower extends SimpleChannelInboundHandler<ByteBuf> {
  private final CRC32C crc = new CRC32C();

  // Null if it does not wait for one.
  private final SkeletonDisk disk;

  // Whether the acknowledgements of one commit wait to leave together.
  private boolean flushes;

  SkeletonFollower(SkeletonDisk disk) {
    this.disk = disk;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
    long slot = SkeletonFrame.checkedSlot(frame, crc);
    if (disk == null) {
      acknowledge(context, slot);
    } else {
      disk.write(frame.retain(), () -> onDurable(context, slot));
    }
  }

  private void onDurable(ChannelHandlerContext context, long slot) {
    if (!context.channel().isActive()) {
      return;
    }
    acknowledge(context, slot);
    if (!flushes) {
      flushes = true;
      context.executor().execute(() -> flush(context));
    }
  }

  private void flush(ChannelHandlerContext context) {
    flushes = false;
    context.flush();
  }

  private static void acknowledge(ChannelHandlerContext context, long slot) {
    ByteBuf ack = context.alloc().directBuffer(SkeletonFrame.ACK_BYTES).writeLong(slot);
    context.write(ack, context.voidPromise());
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    context.flush();
  }
}
