package io.synod.examples.kv.store;

import java.util.Map;
import org.pcollections.TreePMap;

/** Fields with their values. Every change makes another one, which shares most of this one. */
public final class HashValue implements Value {
  public static final HashValue EMPTY = new HashValue(TreePMap.empty(), 0);

  // Distinguishes a hash from a string.
  private static final long KIND = 0x4841534856414C55L;

  private final TreePMap<Key, byte[]> fields;
  // Invariant: the sum of the digests of all fields, which does not depend on their order.
  private final long sum;

  private HashValue(TreePMap<Key, byte[]> fields, long sum) {
    this.fields = fields;
    this.sum = sum;
  }

  public int size() {
    return fields.size();
  }

  /** The field's value, or null. */
  public byte[] get(byte[] field) {
    return fields.get(Key.of(field));
  }

  /** This hash with one more field, or with another value of the field. */
  public HashValue with(byte[] field, byte[] value) {
    Key key = Key.of(field);
    long rest = sum - digest(key, fields.get(key));
    return new HashValue(fields.plus(key, value), rest + digest(key, value));
  }

  /** This hash without the field. */
  public HashValue without(byte[] field) {
    Key key = Key.of(field);
    byte[] value = fields.get(key);
    return value == null ? this : new HashValue(fields.minus(key), sum - digest(key, value));
  }

  /** The fields by ascending unsigned hash, from {@code fromHash} on. */
  public Iterable<Map.Entry<Key, byte[]>> from(long fromHash) {
    return fields.tailMap(Key.firstWith(fromHash)).entrySet();
  }

  @Override
  public long digest() {
    return Hash64.combine(sum, KIND);
  }

  private static long digest(Key field, byte[] value) {
    return value == null ? 0 : Hash64.combine(field.hash(), Hash64.of(value));
  }
}
