package io.synod.examples.kv.redis;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.redis.ArrayHeaderRedisMessage;
import io.netty.handler.codec.redis.BulkStringHeaderRedisMessage;
import io.netty.handler.codec.redis.RedisCodecException;
import io.netty.util.ReferenceCountUtil;

/** Rejects a command that announces too large lengths, before any of it is buffered. */
final class CommandBound extends ChannelInboundHandlerAdapter {
  /** The bytes that count for an empty word, because its objects take memory. */
  private static final int WORD_BYTES = 16;

  private final long bytesMax;
  private long announcedBytes;
  private boolean refused;

  CommandBound(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (refused) {
      ReferenceCountUtil.release(message);
      return;
    }
    if (message instanceof ArrayHeaderRedisMessage array) {
      announcedBytes = 0;
      check(array.length() <= bytesMax / WORD_BYTES, "invalid multibulk length");
    } else if (message instanceof BulkStringHeaderRedisMessage word) {
      announcedBytes += Math.max(word.bulkStringLength(), WORD_BYTES);
      check(announcedBytes <= bytesMax, "invalid bulk length");
    }
    context.fireChannelRead(message);
  }

  private void check(boolean within, String reason) {
    refused = !within;
    if (refused) {
      throw new RedisCodecException(reason);
    }
  }
}
