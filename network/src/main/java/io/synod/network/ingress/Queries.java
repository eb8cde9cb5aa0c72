package io.synod.network.ingress;

import io.netty.buffer.ByteBuf;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.settings.Consistency;
import io.synod.network.wire.EntryReader;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.ReplyFrameWriter;
import java.nio.ByteBuffer;

/** The queries of one client's frame. The holder releases them, exactly once; any thread. */
public final class Queries {
  private static final byte[] NO_ANSWER = new byte[0];

  private final ClientConnection from;
  private final Consistency consistency;
  private final ByteBuf body;
  private final int count;
  private final int maxFrameBytes;

  /** Receives the queries in order. */
  @FunctionalInterface
  public interface Visitor {

    /**
     * @param number chosen by the client; the sequence of its reply, whose session is 0
     * @param payload read-only, from position to limit; stays valid
     */
    void onQuery(long number, ByteBuffer payload);
  }

  private Queries(
      ClientConnection from, Consistency consistency, ByteBuf body, int count, int maxFrameBytes) {
    this.from = from;
    this.consistency = consistency;
    this.body = body;
    this.count = count;
    this.maxFrameBytes = maxFrameBytes;
  }

  /** Checks the body of a Queries frame, and retains it or, where its buffer is large, a copy. */
  static Queries retained(ClientConnection from, ByteBuf body, IngressLimits limits)
      throws MalformedFrame {
    int count = 0;
    int at = 0;
    int end = body.readableBytes();
    long code = 0;
    while (at < end) {
      int payloadBytes = EntryReader.payloadBytes(body, at);
      if (payloadBytes > limits.payloadBytesMax()) {
        throw malformed(
            "a query of %d bytes exceeds the limit of %d", payloadBytes, limits.payloadBytesMax());
      }
      if (count > 0 && EntryReader.session(body, at) != code) {
        throw malformed(
            "queries of consistencies %d and %d in one frame", code, EntryReader.session(body, at));
      }
      code = EntryReader.session(body, at);
      at += BatchEntry.HEADER_BYTES + payloadBytes;
      count++;
    }
    if (count == 0) {
      throw malformed("a queries frame holds no entry");
    }
    Consistency consistency = Consistency.ofCode(code);
    if (consistency == null) {
      throw malformed("a query's consistency is %d", code);
    }
    ByteBuf kept = RequestFrame.isLargePart(body) ? body.retain() : body.copy();
    return new Queries(from, consistency, kept, count, limits.maxFrameBytes());
  }

  /** Where the answers go. */
  public ClientConnection from() {
    return from;
  }

  /** Of all of them. */
  public Consistency consistency() {
    return consistency;
  }

  /** Bytes of all entries. */
  public int bytes() {
    return body.readableBytes();
  }

  /** Count of queries, at least one. */
  public int count() {
    return count;
  }

  /** Visits all queries; copies their bytes, once for all. */
  public void forEach(Visitor visitor) {
    byte[] copy = new byte[body.readableBytes()];
    body.getBytes(0, copy);
    for (int at = 0; at < copy.length; ) {
      int payloadBytes = BatchEntry.payloadBytes(copy, at);
      ByteBuffer payload = ByteBuffer.wrap(copy, at + BatchEntry.HEADER_BYTES, payloadBytes);
      visitor.onQuery(BatchEntry.sequence(copy, at), payload.slice().asReadOnlyBuffer());
      at += BatchEntry.HEADER_BYTES + payloadBytes;
    }
  }

  /** Answers all queries with {@code status} and no more; they still have to be released. */
  public void refuse(ReplyStatus status) {
    ReplyFrameWriter replies = ReplyFrameWriter.queryReplies(from.allocator(), maxFrameBytes);
    try {
      replies.begin();
      for (int at = 0; at < body.readableBytes(); ) {
        replies.add(0, body.getLong(at + 12), status, NO_ANSWER);
        at += BatchEntry.HEADER_BYTES + body.getInt(at);
      }
      from.send(replies.finish());
    } finally {
      replies.discard();
    }
  }

  /** Frees the bytes. */
  public void release() {
    body.release();
  }

  private static MalformedFrame malformed(String format, Object... values) {
    return new MalformedFrame(MalformedFrame.Kind.BODY, format, values);
  }
}
