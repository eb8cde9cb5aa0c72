package io.synod.core.format;

import io.synod.core.check.Check;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.TreeMap;

/**
 * Fields with tags, at the place where a format can grow in later versions. A reader asks for the
 * tags that it knows and skips the others. A writer writes only tags that it knows. Immutable.
 * Big-endian:
 *
 * <pre>
 *   u16  count of fields, 0 to 64; then each, by ascending tag:
 *        u16 tag, i32 length, bytes
 * </pre>
 */
public final class Extension {
  /** Most fields of one extension. */
  public static final int FIELDS_MAX = 64;

  /** An extension with everything that belongs to it is never longer. */
  public static final int BYTES_MAX = 4096;

  public static final Extension EMPTY = new Extension(new TreeMap<>());

  /** A reader of a file that does not know a tag with this bit must not use the file. */
  public static final int MUST_UNDERSTAND = 0x8000;

  private static final int TAG_MAX = 0xFFFF;
  private static final int FIELD_HEADER_BYTES = Short.BYTES + Integer.BYTES;

  private final TreeMap<Integer, byte[]> fields;

  private Extension(TreeMap<Integer, byte[]> fields) {
    this.fields = fields;
  }

  /** The same with one field more. */
  public Extension with(int tag, byte[] value) {
    Check.that(tag >= 0 && tag <= TAG_MAX, "tag %d is none", tag);
    TreeMap<Integer, byte[]> more = new TreeMap<>(fields);
    Check.that(more.put(tag, value.clone()) == null, "tag %d is given twice", tag);
    Extension extended = new Extension(more);
    Check.that(
        more.size() <= FIELDS_MAX && extended.bytes() <= BYTES_MAX,
        "an extension has %d fields of %d bytes",
        more.size(),
        extended.bytes());
    return extended;
  }

  /** What the field {@code tag} holds; null if there is none. */
  public byte[] value(int tag) {
    byte[] value = fields.get(tag);
    return value == null ? null : value.clone();
  }

  /** The lowest tag with {@link #MUST_UNDERSTAND}; -1 if there is none. */
  public int mustUnderstand() {
    Integer tag = fields.ceilingKey(MUST_UNDERSTAND);
    return tag == null ? -1 : tag;
  }

  /** As {@link #mustUnderstand}, of the tags but {@code known}. */
  public int mustUnderstandBeside(int... known) {
    TreeMap<Integer, byte[]> others = new TreeMap<>(fields);
    for (int tag : known) {
      others.remove(tag);
    }
    return new Extension(others).mustUnderstand();
  }

  /** Length of {@link #encoded}. */
  public int bytes() {
    int bytes = Short.BYTES;
    for (byte[] value : fields.values()) {
      bytes += FIELD_HEADER_BYTES + value.length;
    }
    return bytes;
  }

  public byte[] encoded() {
    ByteBuffer out = ByteBuffer.allocate(bytes()).putShort((short) fields.size());
    fields.forEach((tag, value) -> out.putShort(tag.shortValue()).putInt(value.length).put(value));
    return out.array();
  }

  /**
   * Reads one extension with all its tags, and nothing behind it.
   *
   * @throws MalformedExtension if it is longer than one may be, or has a tag twice
   * @throws IOException if {@code from} threw it, or ends early
   */
  public static Extension read(InputStream from) throws IOException {
    DataInputStream in = new DataInputStream(from);
    int count = in.readUnsignedShort();
    if (count > FIELDS_MAX) {
      throw new MalformedExtension("%d fields, %d are allowed", count, FIELDS_MAX);
    }
    TreeMap<Integer, byte[]> fields = new TreeMap<>();
    int left = BYTES_MAX - Short.BYTES;
    for (int index = 0; index < count; index++) {
      int tag = in.readUnsignedShort();
      int length = in.readInt();
      left -= FIELD_HEADER_BYTES;
      if (length < 0 || length > left) {
        throw new MalformedExtension(
            "field %d of %d bytes where %d are left of %d", tag, length, left, BYTES_MAX);
      }
      left -= length;
      byte[] value = new byte[length];
      in.readFully(value);
      if (fields.put(tag, value) != null) {
        throw new MalformedExtension("field %d is there twice", tag);
      }
    }
    return new Extension(fields);
  }
}
