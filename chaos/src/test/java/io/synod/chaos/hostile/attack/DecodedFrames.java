package io.synod.chaos.hostile.attack;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.synod.network.wire.FrameDecoder;
import io.synod.network.wire.FrameHandler;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MalformedFrame;
import java.util.ArrayList;
import java.util.List;

/** What the replicas' decoder makes of bytes. */
final class DecodedFrames implements FrameHandler {
  record Decoded(FrameType type, byte[] body) {}

  final List<Decoded> frames = new ArrayList<>();
  MalformedFrame malformed;

  static DecodedFrames of(byte[] bytes, int bodyBytesMax) {
    DecodedFrames decoded = new DecodedFrames();
    EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(bodyBytesMax, decoded));
    channel.writeInbound(Unpooled.wrappedBuffer(bytes));
    channel.finishAndReleaseAll();
    return decoded;
  }

  @Override
  public void onFrame(FrameType type, ByteBuf body) {
    frames.add(new Decoded(type, ByteBufUtil.getBytes(body)));
  }

  @Override
  public void onReadComplete() {
    // Frames are looked at when all are there.
  }

  @Override
  public void onMalformed(MalformedFrame reason) {
    malformed = reason;
  }

  List<FrameType> types() {
    return frames.stream().map(Decoded::type).toList();
  }
}
