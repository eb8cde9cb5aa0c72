package io.synod.benchmarks.yardstick;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.zip.CRC32C;

/**
 * Acknowledges the batches of one leader with a valid checksum, and drops them. Confined to the
 * event loop.
 */
final class SkeletonFollower extends SimpleChannelInboundHandler<ByteBuf> {
  private final CRC32C crc = new CRC32C();

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
    long slot = SkeletonFrame.checkedSlot(frame, crc);
    ByteBuf ack = context.alloc().directBuffer(SkeletonFrame.ACK_BYTES).writeLong(slot);
    context.write(ack, context.voidPromise());
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    context.flush();
  }
}
