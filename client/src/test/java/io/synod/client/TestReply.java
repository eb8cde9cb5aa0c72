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

  @Override
  public String message() {
    return new String(answer, StandardCharsets.UTF_8);
  }

  @Override
  public long expected() {
    return ByteBuffer.wrap(answer).getLong();
  }
}
