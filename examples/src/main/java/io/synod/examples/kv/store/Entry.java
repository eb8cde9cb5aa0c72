package io.synod.examples.kv.store;

/** One key with its value. Immutable. */
public final class Entry {
  /** The expiry time of a key that does not expire. */
  public static final long NEVER = Long.MAX_VALUE;

  private final Key key;
  private final Value value;
  private final long expiresAtMillis;
  private final long digest;

  /**
   * @param expiresAtMillis the leader time from which the key does not exist; {@link #NEVER}
   *     without an end
   */
  public Entry(Key key, Value value, long expiresAtMillis) {
    this.key = key;
    this.value = value;
    this.expiresAtMillis = expiresAtMillis;
    this.digest = Hash64.combine(Hash64.combine(key.hash(), value.digest()), expiresAtMillis);
  }

  public Key key() {
    return key;
  }

  public Value value() {
    return value;
  }

  public long expiresAtMillis() {
    return expiresAtMillis;
  }

  public boolean expires() {
    return expiresAtMillis != NEVER;
  }

  /** Depends only on key, value and expiry time. */
  long digest() {
    return digest;
  }

  boolean expiredAt(long nowMillis) {
    return expiresAtMillis <= nowMillis;
  }
}
