package io.synod.benchmarks.yardstick;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.synod.network.transport.Transport;
import java.io.UncheckedIOException;
import java.util.zip.CRC32C;

/** Acknowledges batches whose checksum holds, and forgets them. Any thread. */
public final class SkeletonFollower implements AutoCloseable {
  private final Listening listening;

  private SkeletonFollower(Listening listening) {
    this.listening = listening;
  }

  /**
   * Waits until the port is bound.
   *
   * @param port 0: any
   * @throws UncheckedIOException if the port cannot be had
   */
  public static SkeletonFollower start(int port) {
    return new SkeletonFollower(
        Listening.start(
            Transport.chosen().eventLoops(1, "synod-skeleton"),
            port,
            "the skeleton's follower",
            SkeletonFollower::equip));
  }

  private static void equip(Channel channel) {
    channel.pipeline().addLast(SkeletonFrame.decoder(), new Acknowledging());
  }

  public int port() {
    return listening.port();
  }

  @Override
  public void close() {
    listening.close();
  }

  /** One leader's connection; confined to the event loop. */
  private static final class Acknowledging extends SimpleChannelInboundHandler<ByteBuf> {
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
}
