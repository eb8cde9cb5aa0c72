package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.execution.ReplyStatus;
import java.nio.charset.StandardCharsets;

/**
 * Collects the replies of one batch to one connection in one buffer, to be sent with one write.
 * When a frame is full, another one follows in the same buffer. Confined to one thread; reusable.
 */
public final class ReplyFrameWriter {
  /** A reply without its answer. */
  public static final int REPLY_HEADER_BYTES = 21;

  // What explains a refused answer must itself fit a frame.
  private static final int BODY_BYTES_MIN = 256;
  private static final int EXPECTED_BYTES_MIN = 1 << 10;
  private static final int EXPECTED_BYTES_MAX = 64 << 10;

  private final ByteBufAllocator allocator;
  private final FrameType type;
  private final int bodyBytesMax;

  // Null unless between begin and finish.
  private ByteBuf out;
  private int frameStart;
  private int expectedBytes = EXPECTED_BYTES_MIN;

  private ReplyFrameWriter(ByteBufAllocator allocator, FrameType type, int bodyBytesMax) {
    if (bodyBytesMax < BODY_BYTES_MIN) {
      throw new IllegalArgumentException("frames of " + bodyBytesMax + " bytes");
    }
    this.allocator = allocator;
    this.type = type;
    this.bodyBytesMax = bodyBytesMax;
  }

  /** Writes Replies frames. */
  public static ReplyFrameWriter replies(ByteBufAllocator allocator, int bodyBytesMax) {
    return new ReplyFrameWriter(allocator, FrameType.REPLIES, bodyBytesMax);
  }

  /** Writes QueryReplies frames; the session of their replies is 0. */
  public static ReplyFrameWriter queryReplies(ByteBufAllocator allocator, int bodyBytesMax) {
    return new ReplyFrameWriter(allocator, FrameType.QUERY_REPLIES, bodyBytesMax);
  }

  public void begin() {
    if (out != null) {
      throw new IllegalStateException("the last buffer is not finished");
    }
    out = allocator.directBuffer(expectedBytes);
    frameStart = 0;
    Frame.begin(out, type);
  }

  /**
   * Appends a reply; copies the answer. One that fits into no frame is replaced by a {@link
   * ReplyStatus#SERVICE_ERROR} that names both sizes: the request was executed all the same.
   *
   * @throws IllegalArgumentException if an event fits into no frame, whose number is no request's
   */
  public void add(long session, long sequence, ReplyStatus status, byte[] answer) {
    if (answer.length > bodyBytesMax - REPLY_HEADER_BYTES) {
      if (status == ReplyStatus.EVENT) {
        throw new IllegalArgumentException(
            "an event of %d bytes in frames of %d".formatted(answer.length, bodyBytesMax));
      }
      append(session, sequence, ReplyStatus.SERVICE_ERROR, tooLarge(answer.length));
    } else {
      append(session, sequence, status, answer);
    }
  }

  /** Bytes of the buffer so far. */
  public int bytes() {
    return out.writerIndex();
  }

  /** One frame or several, one behind the other; the caller owns the buffer. */
  public ByteBuf finish() {
    ByteBuf frames = Frame.end(out, frameStart);
    int next = Math.max(EXPECTED_BYTES_MIN, frames.readableBytes());
    expectedBytes = Math.min(EXPECTED_BYTES_MAX, next);
    out = null;
    return frames;
  }

  /** Frees what was begun and not finished. */
  public void discard() {
    if (out != null) {
      out.release();
      out = null;
    }
  }

  private void append(long session, long sequence, ReplyStatus status, byte[] answer) {
    int replyBytes = REPLY_HEADER_BYTES + answer.length;
    if (replyBytes > bodyBytesMax - (out.writerIndex() - frameStart - Frame.HEADER_BYTES)) {
      beginNextFrame();
    }
    reserve(replyBytes);
    out.writeInt(answer.length).writeLong(session).writeLong(sequence).writeByte(status.code());
    out.writeBytes(answer);
  }

  private void beginNextFrame() {
    Frame.end(out, frameStart);
    frameStart = out.writerIndex();
    reserve(Frame.HEADER_BYTES);
    Frame.begin(out, type);
  }

  /**
   * Makes space for {@code more} bytes. The buffer counts by its capacity while it waits for its
   * client, so a large answer gets no more than it needs.
   */
  private void reserve(int more) {
    int needed = Math.addExact(out.writerIndex(), more);
    int capacity = out.capacity();
    if (needed > capacity) {
      out.capacity((int) Math.min(Integer.MAX_VALUE, Math.max(needed, 2L * capacity)));
    }
  }

  private byte[] tooLarge(int answerBytes) {
    return "executed, but its answer of %d bytes exceeds the %d that fit a frame"
        .formatted(answerBytes, bodyBytesMax - REPLY_HEADER_BYTES)
        .getBytes(StandardCharsets.UTF_8);
  }
}
