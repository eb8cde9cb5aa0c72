package io.synod.examples.kv.store;

/**
 * One key with its value. Immutable.
 *
 * @param expiresAtMillis the leader time from which the key does not exist; {@link #NEVER} without
 *     an end
 * @param digest depends only on key, value and expiry time
 */
public record Entry(Key key, Value value, long expiresAtMillis, long digest) {
  /** The expiry time of a key that does not expire. */
  public static final long NEVER = Long.MAX_VALUE;

  static Entry of(Key key, Value value, long expiresAtMillis) {
    long content = Hash64.combine(key.hash(), value.digest());
    return new Entry(key, value, expiresAtMillis, Hash64.combine(content, expiresAtMillis));
  }

  public boolean expires() {
    return expiresAtMillis != NEVER;
  }

  boolean expiredAt(long nowMillis) {
    return expiresAtMillis <= nowMillis;
  }
}
