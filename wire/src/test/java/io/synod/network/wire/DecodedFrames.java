package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;

/** A decoder with a channel around it, and what it has said; frames are decoded to values. */
final class DecodedFrames implements FrameHandler, AutoCloseable {
  static final int BODY_BYTES_MAX = 1 << 16;

  final List<Object> values = new ArrayList<>();
  final List<FrameType> types = new ArrayList<>();
  MalformedFrame malformed;
  int readsCompleted;
  final FrameDecoder decoder;
  private final EmbeddedChannel channel;

  DecodedFrames() {
    this(null);
  }

  DecodedFrames(FrameMemory memory) {
    decoder = new FrameDecoder(BODY_BYTES_MAX, this, memory);
    channel = new EmbeddedChannel(decoder);
  }

  static DecodedFrames of(byte[] bytes) {
    try (DecodedFrames frames = new DecodedFrames()) {
      frames.read(bytes);
      return frames;
    }
  }

  void read(byte... bytes) {
    read(Unpooled.copiedBuffer(bytes));
  }

  void read(ByteBuf bytes) {
    channel.writeInbound(bytes);
  }

  /** Lets the event loop do what other threads have handed to it. */
  void runTasks() {
    channel.runPendingTasks();
  }

  @Override
  public void onFrame(FrameType type, ByteBuf body) throws MalformedFrame {
    types.add(type);
    values.add(Specimens.decode(type, body));
  }

  @Override
  public void onReadComplete() {
    readsCompleted++;
  }

  @Override
  public void onMalformed(MalformedFrame reason) {
    if (malformed != null) {
      throw new AssertionError("malformed twice", reason);
    }
    malformed = reason;
  }

  @Override
  public void close() {
    channel.finishAndReleaseAll();
  }
}
