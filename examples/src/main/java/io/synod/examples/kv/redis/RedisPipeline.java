package io.synod.examples.kv.redis;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.group.ChannelGroup;
import java.util.concurrent.atomic.AtomicLong;

/** Gives each connection its handler. */
final class RedisPipeline extends ChannelInitializer<Channel> {
  final Server server;
  private final AtomicLong connections = new AtomicLong();

  RedisPipeline(RedisSettings settings, Backend backend, ChannelGroup channels) {
    Budget budget = new Budget(settings.sharedBytesMax());
    server = new Server(settings, backend, channels, new Scripts(), budget);
  }

  @Override
  protected void initChannel(Channel channel) {
    server.channels().add(channel);
    // Counted with itself: of two that come at once on two threads both may be one too many.
    if (server.channels().size() > server.settings().connectionsMax()) {
      byte[] refusal = Errors.of("ERR max number of clients reached").toBytes();
      channel
          .writeAndFlush(Unpooled.wrappedBuffer(refusal))
          .addListener(ChannelFutureListener.CLOSE);
      return;
    }
    ClientState client = new ClientState(connections.incrementAndGet(), channel, server);
    channel.pipeline().addLast(new RedisConnection(client));
  }
}
