package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * The client subscribes to decisions; this replaces its earlier subscription on this connection.
 * Answered with Decided messages, the first one at once.
 *
 * @param first slot; -1 for the next one that will be decided
 * @param creditBytes of batches that may be sent before there is more credit, 0 or more; one batch
 *     more may be
 * @param keepAliveNanos a replica with a live leader sends a message at least this often; 1 ms or
 *     more
 * @param terms the settings that must be equal on all replicas and learners, as text; empty for a
 *     subscriber that does not execute
 */
public record Subscribe(long first, long creditBytes, long keepAliveNanos, String terms) {
  /** A shorter one would keep a replica busy with saying nothing. */
  public static final long KEEP_ALIVE_NANOS_MIN = 1_000_000;

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    byte[] equal = BodyWriter.utf8(terms);
    int bodyBytes = 3 * 8 + BodyWriter.stringBytes(equal);
    ByteBuf out = Frame.begin(allocator, FrameType.SUBSCRIBE, bodyBytes);
    out.writeLong(first).writeLong(creditBytes).writeLong(keepAliveNanos);
    return Frame.end(BodyWriter.string(out, equal), 0);
  }

  public static Subscribe decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    long first = in.int64("first slot");
    if (first < -1) {
      throw MalformedFrame.body("subscribed from slot %d on", first);
    }
    long creditBytes = in.natural("credit");
    long keepAliveNanos = in.natural("keep-alive interval");
    if (keepAliveNanos < KEEP_ALIVE_NANOS_MIN) {
      throw MalformedFrame.body(
          "a keep-alive interval of %d ns is shorter than 1 ms", keepAliveNanos);
    }
    String terms = in.string("terms");
    in.end();
    return new Subscribe(first, creditBytes, keepAliveNanos, terms);
  }
}
