package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.command.BatchEntry;

/**
 * Writes Requests and Queries frames entry by entry. Confined to one thread; reusable.
 *
 * <pre>
 *   writer.begin(expectedBytes);
 *   if (!writer.add(session, sequence, outstanding, payload)) { … finish, send, begin anew }
 *   channel.write(writer.finish());
 * </pre>
 */
public final class EntryFrameWriter {
  private final ByteBufAllocator allocator;
  private final FrameType type;
  private final int bodyBytesMax;

  // Null unless between begin and finish.
  private ByteBuf out;

  private EntryFrameWriter(ByteBufAllocator allocator, FrameType type, int bodyBytesMax) {
    this.allocator = allocator;
    this.type = type;
    this.bodyBytesMax = bodyBytesMax;
  }

  /** Entries must be of one session, with consecutive sequences; the receiver checks it. */
  public static EntryFrameWriter requests(ByteBufAllocator allocator, int bodyBytesMax) {
    return new EntryFrameWriter(allocator, FrameType.REQUESTS, bodyBytesMax);
  }

  /**
   * The session of an entry is the code of its consistency, the same in all; the sequence is the
   * query's number.
   */
  public static EntryFrameWriter queries(ByteBufAllocator allocator, int bodyBytesMax) {
    return new EntryFrameWriter(allocator, FrameType.QUERIES, bodyBytesMax);
  }

  /**
   * @param expectedBytes of all entries with their headers; more and fewer are fine
   */
  public void begin(int expectedBytes) {
    if (out != null) {
      throw new IllegalStateException("the last frame is not finished");
    }
    out = Frame.begin(allocator, type, Math.min(expectedBytes, bodyBytesMax));
  }

  /**
   * Appends an entry; copies the payload.
   *
   * @return false, and nothing is appended, if it does not fit into the frame
   * @throws IllegalArgumentException if it fits into no frame
   */
  public boolean add(long session, long sequence, int outstanding, byte[] payload) {
    int entryBytes = BatchEntry.HEADER_BYTES + payload.length;
    if (payload.length > bodyBytesMax - BatchEntry.HEADER_BYTES) {
      throw new IllegalArgumentException(
          "a payload of %d bytes does not fit a frame of %d"
              .formatted(payload.length, bodyBytesMax));
    }
    if (entryBytes > bodyBytesMax - bodyBytes()) {
      return false;
    }
    out.ensureWritable(entryBytes);
    out.writeInt(payload.length).writeLong(session).writeLong(sequence).writeInt(outstanding);
    out.writeBytes(payload);
    return true;
  }

  /** The frame; the caller owns it. */
  public ByteBuf finish() {
    ByteBuf frame = Frame.end(out, 0);
    out = null;
    return frame;
  }

  /** Frees what was begun and not finished. */
  public void discard() {
    if (out != null) {
      out.release();
      out = null;
    }
  }

  private int bodyBytes() {
    return out.writerIndex() - Frame.HEADER_BYTES;
  }
}
