package io.synod.network.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Ends a connection behind one last frame. Closing at once would lose the frame if the other side
 * has sent bytes that were not read. So only the sending direction ends, until the other side
 * closes too. After two seconds the connection is closed in any case, even if the other side reads
 * nothing and the frame still waits behind earlier ones.
 */
public final class LastFrame {
  private static final long LINGER_MILLIS = 2_000;

  private LastFrame() {}

  /**
   * Sends {@code frame}, which is released, and closes. On the channel's event loop; what still
   * comes in is for the caller to ignore.
   */
  public static void send(Channel channel, ByteBuf frame) {
    Future<?> timeout =
        channel.eventLoop().schedule(() -> channel.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
    channel.closeFuture().addListener(closed -> timeout.cancel(false));
    channel.writeAndFlush(frame).addListener(written -> linger(channel, written));
  }

  private static void linger(Channel channel, Future<?> written) {
    if (!written.isSuccess() || !(channel instanceof DuplexChannel duplex)) {
      channel.close();
      return;
    }
    duplex.shutdownOutput().addListener(done -> closeUnless(channel, done.isSuccess()));
  }

  private static void closeUnless(Channel channel, boolean shutDown) {
    if (!shutDown) {
      channel.close();
    }
  }
}
