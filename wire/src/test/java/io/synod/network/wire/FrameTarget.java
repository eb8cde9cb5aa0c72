package io.synod.network.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.synod.core.format.Extension;
import io.synod.fuzzing.FuzzTarget;
import io.synod.fuzzing.Outcome;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A row of frames of any type, as either side of either port reads them. */
final class FrameTarget implements FuzzTarget {
  // Their payloads are shown as text, which not every byte survives.
  private static final Set<FrameType> SHOWN_AS_TEXT =
      EnumSet.of(FrameType.REQUESTS, FrameType.QUERIES, FrameType.REPLIES, FrameType.QUERY_REPLIES);

  // They end with an extension; fields that are not known are not written again.
  private static final Set<FrameType> EXTENDED =
      EnumSet.of(
          FrameType.PEER_HELLO, FrameType.PEER_WELCOME, FrameType.CLIENT_HELLO, FrameType.WELCOME);

  @Override
  public String name() {
    return "frames";
  }

  @Override
  public List<byte[]> samples() {
    List<byte[]> samples = new ArrayList<>();
    for (FrameType type : FrameType.values()) {
      samples.add(FrameStreams.frame(type));
    }
    samples.add(
        FrameStreams.stream(
            FrameStreams.frame(FrameType.ACCEPT),
            FrameStreams.frame(FrameType.DECIDED),
            FrameStreams.frame(FrameType.REPLIES)));
    samples.add(laterHello());
    return samples;
  }

  /** As a later version may send it, with two fields that this one does not know. */
  private static byte[] laterHello() {
    Extension later =
        new Levels(1, 2, "0.2.0").extension().with(9, new byte[8]).with(0x8009, new byte[0]);
    return Specimens.frame(
        FrameType.CLIENT_HELLO,
        out -> BodyWriter.string(out, BodyWriter.utf8("orders")).writeBytes(later.encoded()));
  }

  @Override
  public byte[] sealed(byte[] input) {
    return FrameStreams.sealed(input);
  }

  /** Decodes every frame, and encodes it again. */
  private static final class Again implements FrameHandler {
    final StringBuilder kind = new StringBuilder();
    int frames;
    MalformedFrame malformed;

    @Override
    public void onFrame(FrameType type, ByteBuf body) throws MalformedFrame {
      byte[] bytes = new byte[body.readableBytes()];
      body.getBytes(body.readerIndex(), bytes);
      frames++;
      kind.append(type).append(' ');
      Object value = Specimens.decode(type, body);
      byte[] frame = Specimens.encoded(type, value);
      Object again =
          Specimens.decode(
              type,
              Unpooled.wrappedBuffer(frame, Frame.HEADER_BYTES, frame.length - Frame.HEADER_BYTES));
      assertThat(again).isEqualTo(value);
      if (!SHOWN_AS_TEXT.contains(type) && !EXTENDED.contains(type)) {
        assertThat(frame).endsWith(bytes).hasSize(Frame.HEADER_BYTES + bytes.length);
      }
    }

    @Override
    public void onReadComplete() {}

    @Override
    public void onMalformed(MalformedFrame reason) {
      assertThat(malformed).as("reported once").isNull();
      malformed = reason;
    }
  }

  @Override
  public Outcome run(byte[] input) {
    Again frames = new Again();
    FrameDecoder decoder = new FrameDecoder(DecodedFrames.BODY_BYTES_MAX, frames);
    try (BoundedFeed feed = new BoundedFeed()) {
      EmbeddedChannel channel = feed.channel();
      channel.pipeline().addLast(decoder);
      feed.feed(input);
    }
    FrameStreams.Judgement judgement =
        FrameStreams.judge(input, DecodedFrames.BODY_BYTES_MAX, DecodedFrames.BODY_BYTES_MAX);
    boolean body = frames.malformed != null && frames.malformed.kind() == MalformedFrame.Kind.BODY;
    if (!body) {
      assertThat(frames.frames).isEqualTo(judgement.frames().size());
      assertThat(frames.malformed != null).as("malformed").isEqualTo(judgement.broken());
    }
    String kind = frames.kind + (frames.malformed == null ? "" : frames.malformed.getMessage());
    return frames.frames == 0 ? Outcome.shallow(kind) : Outcome.deep(kind);
  }
}
