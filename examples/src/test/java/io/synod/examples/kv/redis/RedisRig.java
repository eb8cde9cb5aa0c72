package io.synod.examples.kv.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.ImmediateEventExecutor;

/** One connection's pipeline without a socket. */
final class RedisRig implements AutoCloseable {
  final FakeBackend backend;
  final EmbeddedChannel channel;

  RedisRig(FakeBackend backend) {
    this(backend, new RedisSettings("localhost", 0, 3, 4, 1000, 64 << 20));
  }

  RedisRig(FakeBackend backend, RedisSettings settings) {
    this(backend, pipeline(backend, settings));
  }

  /** One of several connections of the same endpoint. */
  RedisRig(FakeBackend backend, RedisPipeline pipeline) {
    this.backend = backend;
    channel = new EmbeddedChannel(pipeline);
    channel.freezeTime();
  }

  /** For the connections of one endpoint. */
  static RedisPipeline pipeline(FakeBackend backend, RedisSettings settings) {
    ChannelGroup channels = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);
    return new RedisPipeline(settings, backend, channels);
  }

  /** Sends the bytes as one read brings them, and returns what comes back at once. */
  String send(String bytes) {
    channel.writeInbound(Unpooled.copiedBuffer(bytes, UTF_8));
    return received();
  }

  /** Sends one command as clients do, as an array of bulk strings. */
  String command(String... words) {
    StringBuilder bytes = new StringBuilder("*" + words.length + "\r\n");
    for (String word : words) {
      bytes.append('$').append(word.getBytes(UTF_8).length).append("\r\n").append(word);
      bytes.append("\r\n");
    }
    return send(bytes.toString());
  }

  String received() {
    channel.runPendingTasks();
    StringBuilder text = new StringBuilder();
    for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      text.append(out.toString(UTF_8));
      out.release();
    }
    return text.toString();
  }

  /** Whether the client takes answers. */
  void takes(boolean takes) {
    channel.unsafe().outboundBuffer().setUserDefinedWritability(1, takes);
    channel.runPendingTasks();
  }

  boolean reads() {
    return channel.config().isAutoRead();
  }

  @Override
  public void close() {
    channel.finishAndReleaseAll();
  }
}
