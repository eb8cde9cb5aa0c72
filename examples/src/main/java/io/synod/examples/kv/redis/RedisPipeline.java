package io.synod.examples.kv.redis;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.handler.codec.redis.FixedRedisMessagePool;
import io.netty.handler.codec.redis.RedisArrayAggregator;
import io.netty.handler.codec.redis.RedisBulkStringAggregator;
import io.netty.handler.codec.redis.RedisDecoder;
import java.util.concurrent.atomic.AtomicLong;

/** Gives each connection its handlers, in the order in which they process its bytes. */
final class RedisPipeline extends ChannelInitializer<Channel> {
  private static final int INLINE_BYTES_MAX = 64 << 10;
  private static final int WORDS_MAX = 1 << 20;
  private static final int FLAT = 1;

  private final Server server;
  private final AtomicLong connections = new AtomicLong();

  RedisPipeline(RedisSettings settings, Backend backend, ChannelGroup channels) {
    server = new Server(settings, backend, channels, new Scripts());
  }

  @Override
  protected void initChannel(Channel channel) {
    boolean full = server.channels().size() >= server.settings().connectionsMax();
    server.channels().add(channel);
    ChannelPipeline pipeline = channel.pipeline();
    if (full) {
      byte[] refusal = Errors.of("ERR max number of clients reached").toBytes();
      channel
          .writeAndFlush(Unpooled.wrappedBuffer(refusal))
          .addListener(ChannelFutureListener.CLOSE);
      return;
    }
    pipeline.addLast(new RedisDecoder(INLINE_BYTES_MAX, FixedRedisMessagePool.INSTANCE, true));
    pipeline.addLast(new CommandBound(server.settings().commandBytesMax()));
    pipeline.addLast(new RedisBulkStringAggregator());
    pipeline.addLast(new RedisArrayAggregator(WORDS_MAX, FLAT));
    pipeline.addLast(new WordsDecoder());
    ClientState client = new ClientState(connections.incrementAndGet(), channel, server);
    pipeline.addLast(new RedisConnection(client));
  }
}
