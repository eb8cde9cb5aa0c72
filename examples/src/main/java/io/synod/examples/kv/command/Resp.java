package io.synod.examples.kv.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Writes an answer as bytes of the Redis protocol, in one of its two versions. They differ in their
 * null and in maps, which version 2 writes as arrays. Owned by one thread.
 */
public final class Resp {
  public static final int VERSION_2 = 2;
  public static final int VERSION_3 = 3;

  private static final byte[] END = {'\r', '\n'};

  private final int version;
  private final int bytesMax;
  private byte[] bytes = new byte[64];
  private int length;

  /**
   * @param version {@link #VERSION_2} or {@link #VERSION_3}
   */
  public Resp(int version) {
    this(version, Limits.ANSWER_BYTES_MAX);
  }

  /**
   * @param bytesMax with more it is full
   */
  Resp(int version, int bytesMax) {
    this.version = version;
    this.bytesMax = bytesMax;
  }

  public Resp ok() {
    return simple("OK");
  }

  /** A string without line ends. */
  public Resp simple(String text) {
    return line('+', text);
  }

  /** An error; line ends in it become spaces. */
  public Resp error(String text) {
    return line('-', text.replace('\r', ' ').replace('\n', ' '));
  }

  public Resp integer(long value) {
    return line(':', Long.toString(value));
  }

  public Resp flag(boolean value) {
    return integer(value ? 1 : 0);
  }

  public Resp bulk(String text) {
    return bulk(text.getBytes(UTF_8));
  }

  /** The bytes, or a null if there are none. */
  public Resp bulk(byte[] value) {
    if (value == null) {
      return nil();
    }
    line('$', Integer.toString(value.length));
    append(value);
    append(END);
    return this;
  }

  public Resp nil() {
    return version == VERSION_3 ? line('_', "") : line('$', "-1");
  }

  /** What version 2 answers in the place of an array. */
  public Resp nilArray() {
    return version == VERSION_3 ? nil() : line('*', "-1");
  }

  /** So many answers follow as the elements of an array. */
  public Resp array(int elements) {
    return line('*', Integer.toString(elements));
  }

  /** So many pairs of a key and a value follow. */
  public Resp map(int pairs) {
    return version == VERSION_3 ? line('%', Integer.toString(pairs)) : array(2 * pairs);
  }

  /** Whether the answer has become larger than an answer may be. */
  boolean isFull() {
    return length > bytesMax;
  }

  public int length() {
    return length;
  }

  /** Drops what was written after the answer had that length. */
  void truncate(int newLength) {
    length = newLength;
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  private Resp line(char kind, String text) {
    append(new byte[] {(byte) kind});
    append(text.getBytes(UTF_8));
    append(END);
    return this;
  }

  private void append(byte[] added) {
    if (added.length > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + added.length));
    }
    System.arraycopy(added, 0, bytes, length, added.length);
    length += added.length;
  }
}
