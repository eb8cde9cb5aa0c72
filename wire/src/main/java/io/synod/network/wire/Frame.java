package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.zip.CRC32C;

/**
 * The header that stands before every body. Big-endian:
 *
 * <pre>
 *   0  u16  magic
 *   2  u8   wire version
 *   3  u8   frame type
 *   4  i32  body length in bytes
 *   8  u32  CRC32C over bytes 0 to 7 and the body
 * </pre>
 */
public final class Frame {
  public static final int HEADER_BYTES = 12;
  public static final int MAGIC = 0x5359;
  public static final int VERSION = 1;

  private static final int TYPE_AT = 3;
  private static final int LENGTH_AT = 4;
  private static final int CRC_AT = 8;

  private Frame() {}

  /** A direct buffer that begins with the header of a frame and has space for its body. */
  static ByteBuf begin(ByteBufAllocator allocator, FrameType type, int bodyBytes) {
    ByteBuf out = allocator.directBuffer(HEADER_BYTES + bodyBytes);
    begin(out, type);
    return out;
  }

  /** Appends a header whose length and checksum {@link #end} fills in. */
  static void begin(ByteBuf out, FrameType type) {
    out.ensureWritable(HEADER_BYTES);
    out.writeShort(MAGIC).writeByte(VERSION).writeByte(type.code()).writeLong(0);
  }

  /** Closes the frame that begins at {@code start}; its body is all that was appended since. */
  static ByteBuf end(ByteBuf out, int start) {
    int bodyBytes = out.writerIndex() - start - HEADER_BYTES;
    out.setInt(start + LENGTH_AT, bodyBytes);
    return out.setInt(start + CRC_AT, crc(new CRC32C(), out, start, bodyBytes));
  }

  /** A frame without a body; the caller owns it. */
  public static ByteBuf empty(ByteBufAllocator allocator, FrameType type) {
    return end(begin(allocator, type, 0), 0);
  }

  public static void checkEmpty(ByteBuf body) throws MalformedFrame {
    new BodyReader(body).end();
  }

  /** The type of a frame that this side has encoded; null of another of no type that there is. */
  public static FrameType type(ByteBuf frame) {
    return FrameType.encoded(frame.getUnsignedByte(frame.readerIndex() + TYPE_AT));
  }

  /**
   * Checks the header at {@code at}, as far as it can be checked without the body.
   *
   * @return the body's length in bytes
   */
  public static int checkedBodyBytes(ByteBuf in, int at, int bodyBytesMax) throws MalformedFrame {
    int magic = in.getUnsignedShort(at);
    if (magic != MAGIC) {
      throw new MalformedFrame(
          MalformedFrame.Kind.MAGIC, "bad magic 0x%04X, a frame begins with 0x%04X", magic, MAGIC);
    }
    int version = in.getUnsignedByte(at + 2);
    if (version != VERSION) {
      throw new MalformedFrame(
          MalformedFrame.Kind.VERSION, "wire version %d where %d is spoken", version, VERSION);
    }
    int bodyBytes = in.getInt(at + LENGTH_AT);
    if (bodyBytes < 0) {
      throw new MalformedFrame(MalformedFrame.Kind.LENGTH, "negative body length %d", bodyBytes);
    }
    if (bodyBytes > bodyBytesMax) {
      throw new MalformedFrame(
          MalformedFrame.Kind.LENGTH,
          "body of %d bytes exceeds the limit of %d",
          bodyBytes,
          bodyBytesMax);
    }
    return bodyBytes;
  }

  /**
   * Checks one frame that is all of {@code frame}, and moves its reader index to the body.
   *
   * @param frame from reader to writer index
   * @throws MalformedFrame if it is not exactly one frame, or if its checksum does not hold
   */
  public static FrameType checkedWhole(ByteBuf frame) throws MalformedFrame {
    int bytes = frame.readableBytes() - HEADER_BYTES;
    if (bytes < 0) {
      throw new MalformedFrame(MalformedFrame.Kind.LENGTH, "not even a header");
    }
    int at = frame.readerIndex();
    int bodyBytes = checkedBodyBytes(frame, at, bytes);
    if (bodyBytes < bytes) {
      throw new MalformedFrame(
          MalformedFrame.Kind.LENGTH, "%d bytes behind the frame", bytes - bodyBytes);
    }
    FrameType type = checkedType(frame, at, bodyBytes, new CRC32C());
    frame.skipBytes(HEADER_BYTES);
    return type;
  }

  /** The type of the whole frame at {@code at}, after its checksum has been checked. */
  static FrameType checkedType(ByteBuf in, int at, int bodyBytes, CRC32C crc)
      throws MalformedFrame {
    int stated = in.getInt(at + CRC_AT);
    int computed = crc(crc, in, at, bodyBytes);
    if (stated != computed) {
      throw new MalformedFrame(
          MalformedFrame.Kind.CRC,
          "checksum 0x%08X does not match the computed 0x%08X",
          stated,
          computed);
    }
    return FrameType.ofCode(in.getUnsignedByte(at + 3));
  }

  private static int crc(CRC32C crc, ByteBuf buffer, int start, int bodyBytes) {
    crc.reset();
    crc.update(buffer.nioBuffer(start, CRC_AT));
    if (bodyBytes > 0) {
      crc.update(buffer.nioBuffer(start + HEADER_BYTES, bodyBytes));
    }
    return (int) crc.getValue();
  }
}
