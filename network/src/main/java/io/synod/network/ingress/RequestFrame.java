package io.synod.network.ingress;

import io.netty.buffer.ByteBuf;
import io.synod.core.batcher.Requests;
import io.synod.core.command.BatchEntry;
import java.nio.ByteBuffer;

/** Requests in the buffer that the socket's read has filled. */
final class RequestFrame implements Requests {
  private final ByteBuf body;

  // The body's bytes without the checks of its owner: whoever holds this has not released it yet.
  private final ByteBuffer bytes;
  private final int count;

  private RequestFrame(ByteBuf body, ByteBuffer bytes, int count) {
    this.body = body;
    this.bytes = bytes;
    this.count = count;
  }

  /** Retains {@code body} until {@link #release}; its entries have been checked. */
  static RequestFrame retained(ByteBuf body, ByteBuffer bytes, int count) {
    return new RequestFrame(body.retain(), bytes, count);
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
  public int entryBytes(int offset) {
    return BatchEntry.HEADER_BYTES + bytes.getInt(offset);
  }

  @Override
  public void copyTo(int offset, byte[] target, int at, int length) {
    bytes.get(offset, target, at, length);
  }

  @Override
  public void release() {
    body.release();
  }
}
