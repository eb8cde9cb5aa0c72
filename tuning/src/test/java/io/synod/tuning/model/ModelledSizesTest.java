package io.synod.tuning.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Message;
import io.synod.network.wire.Frame;
import io.synod.network.wire.MessageCodec;
import io.synod.network.wire.ReplyFrameWriter;
import org.junit.jupiter.api.Test;

/** The cost model computes with the sizes that travel. */
class ModelledSizesTest {
  private static final ByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(false);
  private static final View VIEW = new View(3, 0);
  private static final int REQUEST_BYTES = 100;
  private static final int ANSWER_BYTES = 8;

  private final MessageSizes sizes = MessageSizes.ofSynod(REQUEST_BYTES, ANSWER_BYTES);
  private final MessageCodec codec = new MessageCodec();

  private int encoded(Message message) {
    ByteBuf frame = codec.encode(message, ALLOCATOR);
    try {
      return frame.readableBytes();
    } finally {
      frame.release();
    }
  }

  private static Batch batch(int requests) {
    int entryBytes = BatchEntry.HEADER_BYTES + REQUEST_BYTES;
    byte[] bytes = new byte[Batch.HEADER_BYTES + requests * entryBytes];
    for (int request = 0; request < requests; request++) {
      int at = Batch.HEADER_BYTES + request * entryBytes;
      BatchEntry.putHeader(bytes, at, REQUEST_BYTES, 1, request + 1, 1);
    }
    return Batch.close(bytes, 0, requests);
  }

  @Test
  void an_accept_has_the_modelled_size() {
    for (int requests : new int[] {1, 2, 64}) {
      assertThat(encoded(new Accept(VIEW, 7, 7, batch(requests))))
          .isEqualTo((int) sizes.batchBytes(requests));
    }
  }

  @Test
  void a_vote_has_the_modelled_size() {
    assertThat(encoded(new Accepted(VIEW, 7, ReplicaSet.of(1)))).isEqualTo(sizes.voteBytes());
  }

  @Test
  void an_answer_has_the_modelled_size() {
    ReplyFrameWriter writer = ReplyFrameWriter.replies(ALLOCATOR, 1 << 20);
    writer.begin();
    writer.add(1, 1, ReplyStatus.OK, new byte[ANSWER_BYTES]);
    ByteBuf frame = writer.finish();
    assertThat(frame.readableBytes() - Frame.HEADER_BYTES).isEqualTo(sizes.answerBytes());
    frame.release();
  }
}
