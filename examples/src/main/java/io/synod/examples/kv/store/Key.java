package io.synod.examples.kv.store;

import java.util.Arrays;

/**
 * The name of a key or of a hash's field, ordered by its hash as an unsigned number. Immutable;
 * callers must not change the bytes.
 */
public final class Key implements Comparable<Key> {
  private static final byte[] NO_BYTES = {};

  private final long hash;
  private final byte[] bytes;

  private Key(long hash, byte[] bytes) {
    this.hash = hash;
    this.bytes = bytes;
  }

  public static Key of(byte[] bytes) {
    return new Key(Hash64.of(bytes), bytes);
  }

  /** Not greater than any key with that hash, and greater than all keys with smaller ones. */
  static Key firstWith(long hash) {
    return new Key(hash, NO_BYTES);
  }

  /** The position in the order of iteration, as an unsigned number. */
  public long hash() {
    return hash;
  }

  public byte[] bytes() {
    return bytes;
  }

  @Override
  public int compareTo(Key other) {
    int order = Long.compareUnsigned(hash, other.hash);
    return order != 0 ? order : Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Key key && compareTo(key) == 0;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(hash);
  }
}
