package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What one side of a connection says, as bytes: valid frames, sealed ones, and a second opinion.
 */
public final class FrameStreams {
  private static final int MAGIC = 0x5359;
  private static final int HEADER_BYTES = 12;
  private static final int TYPE_AT = 3;
  private static final int LENGTH_AT = 4;
  private static final int CRC_AT = 8;

  private FrameStreams() {}

  /**
   * What the frame rules say of a stream.
   *
   * @param frames the whole and unbroken frames, up to the first broken one
   * @param broken whether a broken one follows them
   */
  public record Judgement(List<byte[]> frames, boolean broken) {}

  public static byte[] frame(FrameType type) {
    return Specimens.encoded(type, Specimens.value(type));
  }

  public static byte[] bytes(ByteBuf frame) {
    byte[] bytes = new byte[frame.readableBytes()];
    frame.readBytes(bytes).release();
    return bytes;
  }

  public static byte[] stream(byte[]... frames) {
    ByteBuf all = Unpooled.buffer();
    for (byte[] frame : frames) {
      all.writeBytes(frame);
    }
    return bytes(all);
  }

  /** The beginning of a frame of that type, with a length that is claimed and nothing behind it. */
  public static byte[] claim(FrameType type, int bodyBytes) {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    return header
        .putShort((short) MAGIC)
        .put((byte) 1)
        .put((byte) type.code())
        .putInt(bodyBytes)
        .array();
  }

  /**
   * Gives each frame the checksum of its bytes. Mostly magic and version are mended too, and the
   * length where it does not lead to another frame.
   */
  public static byte[] sealed(byte[] stream) {
    ByteBuffer bytes = ByteBuffer.wrap(stream);
    int at = 0;
    while (stream.length - at >= HEADER_BYTES) {
      boolean mostly = stream[at + CRC_AT] % 4 != 0;
      if (mostly) {
        bytes.putShort(at, (short) MAGIC).put(at + 2, (byte) 1);
      }
      int end = frameEnd(bytes, at);
      if (end < 0 && mostly) {
        end = nextMagic(bytes, at + HEADER_BYTES);
        bytes.putInt(at + LENGTH_AT, end - at - HEADER_BYTES);
      }
      if (end < 0) {
        return stream;
      }
      bytes.putInt(at + CRC_AT, crc(stream, at, end));
      at = end;
    }
    return stream;
  }

  // Negative if the length does not lead to another frame, or to the end.
  private static int frameEnd(ByteBuffer bytes, int at) {
    long end = (long) at + HEADER_BYTES + bytes.getInt(at + LENGTH_AT);
    boolean leads =
        end >= at + HEADER_BYTES
            && (end == bytes.limit() || end < bytes.limit() - 1 && isMagic(bytes, (int) end));
    return leads ? (int) end : -1;
  }

  private static int nextMagic(ByteBuffer bytes, int from) {
    int at = from;
    while (at < bytes.limit() && !(at < bytes.limit() - 1 && isMagic(bytes, at))) {
      at++;
    }
    return at;
  }

  private static boolean isMagic(ByteBuffer bytes, int at) {
    return bytes.getShort(at) == MAGIC;
  }

  /**
   * @param firstMax longest body of the first frame
   * @param bodyBytesMax longest body of the others
   */
  public static Judgement judge(byte[] stream, int firstMax, int bodyBytesMax) {
    ByteBuffer bytes = ByteBuffer.wrap(stream);
    List<byte[]> frames = new ArrayList<>();
    int at = 0;
    while (stream.length - at >= HEADER_BYTES) {
      int length = bytes.getInt(at + LENGTH_AT);
      int max = frames.isEmpty() ? firstMax : bodyBytesMax;
      if (!isMagic(bytes, at) || bytes.get(at + 2) != 1 || length < 0 || length > max) {
        return new Judgement(frames, true);
      }
      if (length > stream.length - at - HEADER_BYTES) {
        return new Judgement(frames, false);
      }
      int end = at + HEADER_BYTES + length;
      if (bytes.getInt(at + CRC_AT) != crc(stream, at, end) || !isType(stream[at + TYPE_AT])) {
        return new Judgement(frames, true);
      }
      frames.add(Arrays.copyOfRange(stream, at, end));
      at = end;
    }
    return new Judgement(frames, false);
  }

  /** The type of a frame that was judged. */
  public static String typeName(byte[] frame) {
    return " " + FrameType.values()[typeIndex(frame[TYPE_AT])];
  }

  private static boolean isType(byte code) {
    return typeIndex(code) >= 0;
  }

  // Written out beside FrameType's own table, whose errors it is to find.
  private static int typeIndex(byte code) {
    FrameType[] types = FrameType.values();
    for (int index = 0; index < types.length; index++) {
      if (types[index].code() == code) {
        return index;
      }
    }
    return -1;
  }

  private static int crc(byte[] stream, int start, int end) {
    CRC32C crc = new CRC32C();
    crc.update(stream, start, CRC_AT);
    crc.update(stream, start + HEADER_BYTES, end - start - HEADER_BYTES);
    return (int) crc.getValue();
  }
}
