package io.synod.chaos.hostile.attack;

import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import java.nio.ByteBuffer;

/** Counts the frames of one type in a stream of bytes that arrives in pieces. */
final class FrameTypes {
  private static final int TYPE_AT = 3;
  private static final int LENGTH_AT = 4;

  private final FrameType counted;
  private final ByteBuffer header = ByteBuffer.allocate(Frame.HEADER_BYTES);

  // The remaining bytes of the current body.
  private long bodyBytes;

  FrameTypes(FrameType counted) {
    this.counted = counted;
  }

  /** Reads all of {@code bytes}; returns how many frames of the type ended in them. */
  int count(ByteBuffer bytes) {
    int ended = 0;
    while (bytes.hasRemaining()) {
      while (header.hasRemaining() && bytes.hasRemaining()) {
        header.put(bytes.get());
        if (!header.hasRemaining()) {
          bodyBytes = header.getInt(LENGTH_AT);
        }
      }
      int skipped = (int) Math.min(bodyBytes, bytes.remaining());
      bytes.position(bytes.position() + skipped);
      bodyBytes -= skipped;
      if (!header.hasRemaining() && bodyBytes == 0) {
        ended += header.get(TYPE_AT) == counted.code() ? 1 : 0;
        header.clear();
      }
    }
    return ended;
  }
}
