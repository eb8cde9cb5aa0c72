package io.synod.network.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ends connections of one port behind one last frame each. Closing at once would lose the frame if
 * the other side has sent bytes that were not read. So only the sending direction ends, until the
 * other side closes too. After two seconds the connection is closed in any case, even if the other
 * side reads nothing and the frame still waits behind earlier ones. While many linger so, further
 * ones are closed at once, and the other side may not learn why. Any thread.
 */
public final class LastFrames {
  private static final long LINGER_MILLIS = 2_000;
  private static final int LINGERING_MAX = 64;

  private final AtomicInteger lingering = new AtomicInteger();

  /**
   * Sends {@code frame}, which is released, and closes. On the channel's event loop; what still
   * comes in is for the caller to ignore.
   */
  public void send(Channel channel, ByteBuf frame) {
    boolean isOneTooMany = lingering.incrementAndGet() > LINGERING_MAX;
    channel.closeFuture().addListener(closed -> lingering.decrementAndGet());
    if (isOneTooMany) {
      channel.writeAndFlush(frame);
      channel.close();
      return;
    }
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
