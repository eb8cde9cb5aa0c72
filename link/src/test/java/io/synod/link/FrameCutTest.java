package io.synod.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.message.Accept;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Message;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MessageCodec;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FrameCutTest {
  private final OneWay way = new OneWay(1, () -> 0);
  private final FrameCut cut = new FrameCut(way::passed);
  private final MessageCodec codec = new MessageCodec();

  private ByteBuf frame(Message message) {
    ByteBuf encoded = codec.encode(message, UnpooledByteBufAllocator.DEFAULT);
    try {
      return Unpooled.copiedBuffer(encoded);
    } finally {
      encoded.release();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 12, 13, 100, 1_000_000})
  void frames_are_counted_however_the_stream_is_cut(int pieceBytes) {
    ByteBuf accept = frame(new Accept(View.NONE, 7, 6, Batch.NOOP));
    ByteBuf catchUp = frame(new CatchUp(3));
    ByteBuf stream = Unpooled.wrappedBuffer(accept, catchUp, accept.duplicate());

    for (int at = 0; at < stream.readableBytes(); at += pieceBytes) {
      cut.pass(stream.slice(at, Math.min(pieceBytes, stream.readableBytes() - at)));
    }

    assertThat(way.passedFrames())
        .isEqualTo(
            Map.of(
                FrameType.ACCEPT,
                new Frames(2, 2L * accept.readableBytes()),
                FrameType.CATCH_UP,
                new Frames(1, catchUp.readableBytes())));
  }

  @Test
  void malformed_bytes_and_frames_behind_them_do_not_count() {
    ByteBuf frame = frame(new CatchUp(3));

    cut.pass(frame);
    cut.pass(Unpooled.wrappedBuffer(new byte[100]));
    cut.pass(frame);

    assertThat(way.passedFrames()).containsOnlyKeys(FrameType.CATCH_UP);
    assertThat(way.passedFrames().get(FrameType.CATCH_UP).count()).isEqualTo(1);
  }

  @Test
  void a_type_that_there_is_not_begins_no_frame() {
    ByteBuf frame = frame(new CatchUp(3));
    frame.setByte(3, 0x77);

    cut.pass(frame);

    assertThat(way.passedFrames()).isEmpty();
  }
}
