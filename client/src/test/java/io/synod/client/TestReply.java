package io.synod.client;

import io.synod.core.execution.ReplyStatus;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A reply without a buffer. */
record TestReply(long session, long sequence, ReplyStatus status, byte[] answer) implements Reply {

  static TestReply ok(long session, long sequence, byte[] answer) {
    return new TestReply(session, sequence, ReplyStatus.OK, answer);
  }

  static TestReply outOfOrder(long session, long sequence, long expected) {
    byte[] answer = ByteBuffer.allocate(Long.BYTES).putLong(expected).array();
    return new TestReply(session, sequence, ReplyStatus.OUT_OF_ORDER, answer);
  }

  static TestReply of(long session, long sequence, ReplyStatus status) {
    return new TestReply(session, sequence, status, new byte[0]);
  }

  /** One that is answered with more bytes than there is memory for. */
  static Reply withoutMemory(long session, long sequence, ReplyStatus status) {
    return new Reply() {
      @Override
      public long session() {
        return session;
      }

      @Override
      public long sequence() {
        return sequence;
      }

      @Override
      public ReplyStatus status() {
        return status;
      }

      @Override
      public byte[] answer() {
        throw new OutOfMemoryError("on purpose");
      }

      @Override
      public String message() {
        throw new OutOfMemoryError("on purpose");
      }

      @Override
      public long expected() {
        throw new AssertionError("it is in its order");
      }
    };
  }

  @Override
  public String message() {
    return new String(answer, StandardCharsets.UTF_8);
  }

  @Override
  public long expected() {
    return ByteBuffer.wrap(answer).getLong();
  }
}
