package io.synod.examples.kv.redis;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.redis.ErrorRedisMessage;
import io.netty.util.ReferenceCountUtil;

/** Sends an error to a connection beyond the limit, and closes it. */
final class Rejection extends ChannelInboundHandlerAdapter {
  private final String reason;

  Rejection(String reason) {
    this.reason = reason;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    context.writeAndFlush(new ErrorRedisMessage(reason)).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ReferenceCountUtil.release(message);
  }
}
