package io.synod.examples.kv.store;

import java.util.Arrays;

/** One key with its value. Immutable; callers must not change the arrays. */
public final class Entry implements Place {
  /** The expiry time of a key that does not expire. */
  public static final long NEVER = Long.MAX_VALUE;

  private final byte[] key;
  private final byte[] value;
  private final long expiresAtMillis;
  private final long hash;
  private final long digest;

  /**
   * @param expiresAtMillis the leader time from which the key does not exist; {@link #NEVER}
   *     without an end
   */
  public Entry(byte[] key, byte[] value, long expiresAtMillis) {
    this(key, Hash64.of(key), value, expiresAtMillis);
  }

  Entry(byte[] key, long hash, byte[] value, long expiresAtMillis) {
    this.key = key;
    this.value = value;
    this.expiresAtMillis = expiresAtMillis;
    this.hash = hash;
    this.digest = Hash64.combine(Hash64.combine(hash, Hash64.of(value)), expiresAtMillis);
  }

  public byte[] key() {
    return key;
  }

  public byte[] value() {
    return value;
  }

  public long expiresAtMillis() {
    return expiresAtMillis;
  }

  public boolean expires() {
    return expiresAtMillis != NEVER;
  }

  /** The position of the key in the order of iteration, as an unsigned number. */
  public long hash() {
    return hash;
  }

  /** Depends only on key, value and expiry time. */
  long digest() {
    return digest;
  }

  boolean expiredAt(long nowMillis) {
    return expiresAtMillis <= nowMillis;
  }

  boolean hasKey(long otherHash, byte[] otherKey) {
    return hash == otherHash && Arrays.equals(key, otherKey);
  }

  @Override
  public Entry find(int shift, long wantedHash, byte[] wantedKey) {
    return hasKey(wantedHash, wantedKey) ? this : null;
  }

  @Override
  public Place with(Entry entry, int shift, Object owner) {
    if (entry.hash != hash) {
      return Node.of(this, hash, shift, owner).with(entry, shift, owner);
    }
    return hasKey(entry.hash, entry.key) ? entry : new Collisions(new Entry[] {this, entry});
  }

  @Override
  public Place without(Entry entry, int shift, Object owner) {
    return entry == this ? null : this;
  }

  @Override
  public boolean visit(long fromHash, int shift, EntryVisitor visitor) {
    return Long.compareUnsigned(hash, fromHash) < 0 || visitor.visit(this);
  }
}
