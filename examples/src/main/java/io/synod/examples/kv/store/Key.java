package io.synod.examples.kv.store;

import java.util.Arrays;

/**
 * The name of a key or of a hash's field, ordered by its hash. Immutable; callers must not change
 * the bytes.
 *
 * @param hash the position in the order of iteration, as an unsigned number
 */
public record Key(long hash, byte[] bytes) implements Comparable<Key> {

  public static Key of(byte[] bytes) {
    return new Key(Hash64.of(bytes), bytes);
  }

  /** Not greater than any key with that hash, and greater than all keys with smaller ones. */
  static Key firstWith(long hash) {
    return new Key(hash, new byte[0]);
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
