package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.synod.core.execution.ReplyStatus;

/** Walks the replies of a Replies or QueryReplies frame without creating objects. */
public final class ReplyReader {
  private static final int HEADER_BYTES = ReplyFrameWriter.REPLY_HEADER_BYTES;
  private static final ReplyStatus[] STATUSES = ReplyStatus.values();

  private ReplyReader() {}

  /** Receives the replies in order. */
  public interface Visitor {

    /**
     * @param body holds the answer, from {@code answerAt} on, until the call that reads it ends
     */
    void onReply(
        long session,
        long sequence,
        ReplyStatus status,
        ByteBuf body,
        int answerAt,
        int answerBytes);
  }

  /**
   * Leaves the body's indexes as they are.
   *
   * @throws MalformedFrame at the first reply that does not fit; earlier ones have been visited
   */
  public static void read(ByteBuf body, Visitor visitor) throws MalformedFrame {
    int end = body.writerIndex();
    int at = body.readerIndex();
    while (at < end) {
      int answerBytes = answerBytes(body, at);
      visitor.onReply(
          body.getLong(at + 4),
          body.getLong(at + 12),
          status(body.getUnsignedByte(at + 20)),
          body,
          at + HEADER_BYTES,
          answerBytes);
      at += HEADER_BYTES + answerBytes;
    }
  }

  private static int answerBytes(ByteBuf body, int at) throws MalformedFrame {
    int left = body.writerIndex() - at - HEADER_BYTES;
    if (left < 0) {
      throw MalformedFrame.body(
          "body ends inside the header of a reply, %d bytes too early", -left);
    }
    int answerBytes = body.getInt(at);
    if (answerBytes < 0 || answerBytes > left) {
      throw MalformedFrame.body(
          "an answer of %d bytes does not fit the %d left", answerBytes, left);
    }
    return answerBytes;
  }

  private static ReplyStatus status(int code) throws MalformedFrame {
    if (code >= STATUSES.length) {
      throw MalformedFrame.body("no reply status has code %d", code);
    }
    return STATUSES[code];
  }
}
