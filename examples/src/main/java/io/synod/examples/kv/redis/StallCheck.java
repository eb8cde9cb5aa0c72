package io.synod.examples.kv.redis;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes the connection of a client that takes no answer for 30 s while its buffers are full.
 * Confined to the channel's event loop.
 */
final class StallCheck extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(StallCheck.class);
  private static final long INTERVAL_SECONDS = 15;

  /** Runs: while the channel is not writable. Null otherwise. */
  private Future<?> nextCheck;

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    cancel();
    if (!context.channel().isWritable()) {
      schedule(context, Long.MAX_VALUE);
    }
    context.fireChannelWritabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    cancel();
    context.fireChannelInactive();
  }

  private void cancel() {
    if (nextCheck != null) {
      nextCheck.cancel(false);
      nextCheck = null;
    }
  }

  private void schedule(ChannelHandlerContext context, long untakenBytes) {
    nextCheck =
        context
            .executor()
            .schedule(() -> check(context, untakenBytes), INTERVAL_SECONDS, TimeUnit.SECONDS);
  }

  /** The first check of a full buffer only notes how much the client has to take. */
  private void check(ChannelHandlerContext context, long untakenBytesBefore) {
    long untakenBytes = context.channel().bytesBeforeWritable();
    if (untakenBytes < untakenBytesBefore) {
      schedule(context, untakenBytes);
      return;
    }
    LOG.info(
        "connection {} closed: the client has taken no answer for {} s, read answers or send fewer"
            + " commands at a time",
        context.channel().remoteAddress(),
        INTERVAL_SECONDS);
    context.close();
  }
}
