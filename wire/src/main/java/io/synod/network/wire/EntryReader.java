package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.synod.core.command.BatchEntry;

/** Walks the entries of a Requests or Queries frame without creating objects. */
public final class EntryReader {
  private EntryReader() {}

  /** Receives the entries in order. */
  public interface Visitor {

    /**
     * @param body holds the payload, from {@code payloadAt} on, until the call that reads it ends
     */
    void onEntry(
        long session, long sequence, int outstanding, ByteBuf body, int payloadAt, int payloadBytes)
        throws MalformedFrame;
  }

  /**
   * Leaves the body's indexes as they are.
   *
   * @throws MalformedFrame at the first entry that does not fit; earlier ones have been visited
   */
  public static void read(ByteBuf body, Visitor visitor) throws MalformedFrame {
    int end = body.writerIndex();
    int at = body.readerIndex();
    while (at < end) {
      int payloadBytes = payloadBytes(body, at);
      visitor.onEntry(
          session(body, at),
          sequence(body, at),
          outstanding(body, at),
          body,
          at + BatchEntry.HEADER_BYTES,
          payloadBytes);
      at += BatchEntry.HEADER_BYTES + payloadBytes;
    }
  }

  /** Payload length of the entry at {@code at}, which is checked to lie within the body. */
  public static int payloadBytes(ByteBuf body, int at) throws MalformedFrame {
    int left = body.writerIndex() - at - BatchEntry.HEADER_BYTES;
    if (left < 0) {
      throw MalformedFrame.body(
          "body ends inside the header of an entry, %d bytes too early", -left);
    }
    int payloadBytes = body.getInt(at);
    if (payloadBytes < 0 || payloadBytes > left) {
      throw MalformedFrame.body(
          "an entry's payload of %d bytes does not fit the %d left", payloadBytes, left);
    }
    return payloadBytes;
  }

  public static long session(ByteBuf body, int at) {
    return body.getLong(at + 4);
  }

  public static long sequence(ByteBuf body, int at) {
    return body.getLong(at + 12);
  }

  public static int outstanding(ByteBuf body, int at) {
    return BatchEntry.outstanding(body.getInt(at + 20));
  }
}
