package io.synod.network.ingress;

import io.netty.buffer.ByteBuf;
import io.synod.core.batcher.Requests;
import io.synod.core.command.BatchEntry;
import java.nio.ByteBuffer;

/** Requests of one frame: in the buffer that the socket's read has filled, or copied from it. */
final class RequestFrame implements Requests {
  // Requests take at least one in this many bytes of the buffer that a read has filled.
  private static final int KEPT_SHARE = 4;

  // Null if the bytes are a copy.
  private final ByteBuf body;

  // The body's bytes without the checks of its owner: the holder of this frame has not released it
  // yet.
  private final ByteBuffer bytes;
  private final int count;

  private RequestFrame(ByteBuf body, ByteBuffer bytes, int count) {
    this.body = body;
    this.bytes = bytes;
    this.count = count;
  }

  /**
   * Keeps the entries of {@code body}, which have been checked, until {@link #release}: in place,
   * or as a copy if they are a small part of their buffer, so that a bound on requests does not
   * stand for many times as much memory.
   */
  static RequestFrame retained(ByteBuf body, ByteBuffer bytes, int count) {
    if (isLargePart(body)) {
      return new RequestFrame(body.retain(), bytes, count);
    }
    ByteBuffer copy = ByteBuffer.allocate(bytes.limit()).put(bytes.duplicate().rewind()).rewind();
    return new RequestFrame(null, copy, count);
  }

  /** Whether {@code slice} is so large a part of its buffer that the buffer may be kept for it. */
  static boolean isLargePart(ByteBuf slice) {
    return (long) KEPT_SHARE * slice.readableBytes() >= bufferBytes(slice);
  }

  private static int bufferBytes(ByteBuf slice) {
    ByteBuf buffer = slice.unwrap();
    return buffer == null ? slice.capacity() : buffer.capacity();
  }

  @Override
  public int bytes() {
    return bytes.limit();
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public long session() {
    return bytes.getLong(4);
  }

  @Override
  public long first() {
    return bytes.getLong(12);
  }

  @Override
  public int entryBytes(int offset) {
    return BatchEntry.HEADER_BYTES + bytes.getInt(offset);
  }

  @Override
  public void copyTo(int offset, byte[] target, int at, int length) {
    bytes.get(offset, target, at, length);
  }

  @Override
  public void release() {
    if (body != null) {
      body.release();
    }
  }
}
