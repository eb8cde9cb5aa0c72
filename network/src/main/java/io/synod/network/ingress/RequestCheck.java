package io.synod.network.ingress;

import io.netty.buffer.ByteBuf;
import io.synod.core.command.BatchEntry;
import io.synod.core.command.SkipEntry;
import io.synod.core.session.SessionLimits;
import io.synod.core.version.UpgradeEntry;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.MalformedFrame.Kind;
import java.nio.ByteBuffer;

/**
 * Checks the entries of a Requests frame once, so that later stages can rely on them: they fill the
 * body, are of one session, and their sequences follow each other. Reused for every frame of a
 * connection.
 */
final class RequestCheck {
  private final int payloadBytesMax;

  private ByteBuf body;
  private ByteBuffer bytes;
  private int count;
  private long session;
  private long first;
  private int outstanding;

  /**
   * @param payloadBytesMax longest payload of a request
   */
  RequestCheck(int payloadBytesMax) {
    this.payloadBytesMax = payloadBytesMax;
  }

  /** Checks {@code frameBody}; the accessors then return the results. */
  void check(ByteBuf frameBody) throws MalformedFrame {
    body = frameBody;
    bytes = frameBody.nioBuffer().slice();
    int end = bytes.limit();
    if (end < BatchEntry.HEADER_BYTES) {
      throw malformed("a requests frame of %d bytes holds no entry", end);
    }
    session = bytes.getLong(4);
    first = bytes.getLong(12);
    outstanding = BatchEntry.outstanding(bytes.getInt(20));
    count = 0;
    int at = 0;
    while (at < end) {
      at += entryBytes(at, end - at);
      count++;
    }
    if (session == 0 && first > BatchEntry.SKIP) {
      // For a service 0 is the session of nobody.
      throw malformed("a session has the number 0");
    }
    if (first <= BatchEntry.OPEN) {
      checkControl(end);
    } else if (first > Long.MAX_VALUE - count) {
      throw malformed("%d requests from sequence %d on overflow", count, first);
    }
  }

  long session() {
    return session;
  }

  /** Sequence of the first entry. */
  long first() {
    return first;
  }

  /** Unanswered requests before the first entry's. */
  int outstanding() {
    return outstanding;
  }

  int count() {
    return count;
  }

  /** The payload of a control entry, which is all of the frame. */
  ByteBuffer controlPayload() {
    return bytes.slice(BatchEntry.HEADER_BYTES, bytes.getInt(0));
  }

  /** The checked entries, retained until they are released. */
  RequestFrame retained() {
    return RequestFrame.retained(body, bytes, count);
  }

  private int entryBytes(int at, int left) throws MalformedFrame {
    if (left < BatchEntry.HEADER_BYTES) {
      throw malformed("body ends inside the header of an entry: %d bytes left", left);
    }
    int payloadBytes = bytes.getInt(at);
    if (payloadBytes < 0 || payloadBytes > left - BatchEntry.HEADER_BYTES) {
      throw malformed(
          "an entry's payload of %d bytes does not fit the %d left",
          payloadBytes, left - BatchEntry.HEADER_BYTES);
    }
    if (payloadBytes > payloadBytesMax) {
      throw malformed(
          "a request of %d bytes exceeds the limit of %d", payloadBytes, payloadBytesMax);
    }
    if (bytes.getLong(at + 4) != session) {
      throw malformed(
          "requests of sessions %x and %x in one frame", session, bytes.getLong(at + 4));
    }
    if (bytes.getLong(at + 12) != first + count) {
      throw malformed("sequence %d follows %d", bytes.getLong(at + 12), first + count - 1);
    }
    return BatchEntry.HEADER_BYTES + payloadBytes;
  }

  private void checkControl(int end) throws MalformedFrame {
    if (first == BatchEntry.MEMBERSHIP || BatchEntry.isUnknown(first)) {
      throw malformed("sequence %d is neither a request nor a control", first);
    }
    int payloadBytes = end - BatchEntry.HEADER_BYTES;
    if (count != 1 || !isControlPayload(payloadBytes)) {
      throw malformed(
          "control sequence %d is not alone in its frame, or has a wrong length: %d bytes",
          first, payloadBytes);
    }
    if (BatchEntry.isQuery(bytes.getInt(20))) {
      throw malformed("control sequence %d is marked as a query", first);
    }
  }

  private boolean isControlPayload(int bytes) {
    if (first == BatchEntry.OPEN) {
      return bytes <= BatchEntry.NAME_BYTES_MAX;
    } else if (first == BatchEntry.KEEP_ALIVE) {
      return bytes == BatchEntry.KEEP_ALIVE_BYTES;
    } else if (first == BatchEntry.SKIP) {
      return bytes == SkipEntry.BYTES;
    } else if (first == BatchEntry.UPGRADE) {
      return bytes == UpgradeEntry.BYTES;
    }
    return bytes == (first == BatchEntry.LIMITS ? SessionLimits.BYTES : 0);
  }

  private static MalformedFrame malformed(String format, Object... values) {
    return new MalformedFrame(Kind.BODY, format, values);
  }
}
