package io.synod.benchmarks.micro;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Message;
import io.synod.network.wire.FrameDecoder;
import io.synod.network.wire.FrameHandler;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.MessageCodec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Messages between replicas to frames and back, checksum included. */
@State(Scope.Thread)
public class CodecBenchmark extends NanosBenchmark {
  /** Requests of the batch: about 1, 16 and 128 KiB. */
  @Param({"8", "108", "860"})
  public int requests;

  private final ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;
  private final MessageCodec codec = new MessageCodec();
  private final Decoding decoding = new Decoding();

  private Accept accept;
  private Accepted accepted;
  private ByteBuf acceptFrame;
  private ByteBuf acceptedFrame;
  private EmbeddedChannel channel;

  @Setup
  public void encode() {
    View view = new View(7, 1);
    accept = new Accept(view, 1_000_000, 999_999, Entries.batch(requests));
    accepted = new Accepted(view, 1_000_000, ReplicaSet.of(2));
    acceptFrame = codec.encode(accept, allocator);
    acceptedFrame = codec.encode(accepted, allocator);
    channel = new EmbeddedChannel(new FrameDecoder(8 << 20, decoding));
  }

  @TearDown
  public void release() {
    channel.close();
    acceptFrame.release();
    acceptedFrame.release();
  }

  @Benchmark
  public boolean encodeAccept() {
    return codec.encode(accept, allocator).release();
  }

  @Benchmark
  public boolean encodeAccepted() {
    return codec.encode(accepted, allocator).release();
  }

  @Benchmark
  public Message decodeAccept() {
    channel.writeInbound(acceptFrame.retainedDuplicate());
    return decoding.message;
  }

  @Benchmark
  public Message decodeAccepted() {
    channel.writeInbound(acceptedFrame.retainedDuplicate());
    return decoding.message;
  }

  private static final class Decoding implements FrameHandler {
    private final MessageCodec codec = new MessageCodec();
    private Message message;

    @Override
    public void onFrame(FrameType type, ByteBuf body) throws MalformedFrame {
      message = codec.decode(type, body);
    }

    @Override
    public void onReadComplete() {
      // Each read brings one frame.
    }

    @Override
    public void onMalformed(MalformedFrame reason) {
      throw new IllegalStateException(reason);
    }
  }
}
