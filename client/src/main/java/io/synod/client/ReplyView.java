package io.synod.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.synod.core.execution.ReplyStatus;
import java.nio.charset.StandardCharsets;

/** The one reply that is being read, where it stands in the buffer. Confined to the event loop. */
final class ReplyView implements Reply {
  private long session;
  private long sequence;
  private ReplyStatus status;
  private ByteBuf body;
  private int at;
  private int bytes;

  ReplyView of(long itsSession, long itsSequence, ReplyStatus itsStatus) {
    session = itsSession;
    sequence = itsSequence;
    status = itsStatus;
    return this;
  }

  /** Where the answer stands. */
  ReplyView in(ByteBuf itsBody, int answerAt, int answerBytes) {
    body = itsBody;
    at = answerAt;
    bytes = answerBytes;
    return this;
  }

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
    return ByteBufUtil.getBytes(body, at, bytes, true);
  }

  @Override
  public String message() {
    return body.toString(at, bytes, StandardCharsets.UTF_8);
  }

  @Override
  public long expected() {
    if (bytes != Long.BYTES) {
      throw new ProtocolViolation("an expected sequence of %d bytes".formatted(bytes));
    }
    return body.getLong(at);
  }
}
