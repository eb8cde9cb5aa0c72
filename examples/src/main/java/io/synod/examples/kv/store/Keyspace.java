package io.synod.examples.kv.store;

import java.util.Arrays;
import java.util.Comparator;
import java.util.TreeSet;

/**
 * The whole state of the key-value service. Its time is the leader time of the last executed batch:
 * a key expires at that time, on all replicas in the same slot. Expired keys become invisible at
 * once. They are removed a few at a time, so that no request pays for many.
 */
public final class Keyspace {
  private static final int SWEPT_PER_REQUEST_MAX = 32;
  private static final int SWEPT_PER_TIMER_MAX = 1_024;
  private static final Comparator<Entry> BY_EXPIRY =
      Comparator.comparingLong(Entry::expiresAtMillis)
          .thenComparing(Entry::key, Arrays::compareUnsigned);

  private EntryTrie entries = new EntryTrie();
  // Invariant: exactly the entries with an expiry time.
  private final TreeSet<Entry> expiring = new TreeSet<>(BY_EXPIRY);
  private long count;
  // Invariant: the sum of the digests of all entries, which does not depend on their order.
  private long digest;
  private long nowMillis;
  private long slot = -1;

  /** Advances the time to a request that is executed in {@code slotNow}; time never goes back. */
  public void advance(long slotNow, long leaderTimeMillis) {
    advance(slotNow, leaderTimeMillis, SWEPT_PER_REQUEST_MAX);
  }

  /** The same, and removes more of the keys that have expired. */
  public void expire(long slotNow, long leaderTimeMillis) {
    advance(slotNow, leaderTimeMillis, SWEPT_PER_TIMER_MAX);
  }

  private void advance(long slotNow, long leaderTimeMillis, int sweptMax) {
    slot = slotNow;
    nowMillis = Math.max(nowMillis, leaderTimeMillis);
    for (int swept = 0; swept < sweptMax && !expiring.isEmpty(); swept++) {
      Entry first = expiring.first();
      if (!first.expiredAt(nowMillis)) {
        return;
      }
      delete(first);
    }
  }

  /** The key's entry, or null if there is none or it has expired. */
  public Entry find(byte[] key) {
    Entry entry = entries.find(Hash64.of(key), key);
    return entry == null || entry.expiredAt(nowMillis) ? null : entry;
  }

  /** Sets the key's value, and its expiry time or {@link Entry#NEVER}. */
  public void put(byte[] key, byte[] value, long expiresAtMillis) {
    put(new Entry(key, value, expiresAtMillis));
  }

  private void put(Entry entry) {
    Entry old = entries.find(entry.hash(), entry.key());
    if (old != null) {
      forget(old);
    }
    entries.put(entry);
    if (entry.expires()) {
      expiring.add(entry);
    }
    count++;
    digest += entry.digest();
  }

  /** Removes the key; returns whether it existed. */
  public boolean remove(byte[] key) {
    Entry entry = entries.find(Hash64.of(key), key);
    if (entry == null) {
      return false;
    }
    delete(entry);
    return !entry.expiredAt(nowMillis);
  }

  private void delete(Entry entry) {
    entries.remove(entry);
    forget(entry);
  }

  private void forget(Entry entry) {
    if (entry.expires()) {
      expiring.remove(entry);
    }
    count--;
    digest -= entry.digest();
  }

  /** Removes all keys. */
  public void clear() {
    entries = new EntryTrie();
    expiring.clear();
    count = 0;
    digest = 0;
  }

  /** Visits the keys that exist by ascending unsigned hash, from {@code fromHash} on. */
  public void visit(long fromHash, EntryVisitor visitor) {
    entries.visit(fromHash, entry -> entry.expiredAt(nowMillis) || visitor.visit(entry));
  }

  /** The number of keys that exist. */
  public long size() {
    long expired = 0;
    for (Entry entry : expiring) {
      if (!entry.expiredAt(nowMillis)) {
        break;
      }
      expired++;
    }
    return count - expired;
  }

  /** The leader time at which the next key expires, {@link Entry#NEVER} if none does. */
  public long firstExpiryMillis() {
    return expiring.isEmpty() ? Entry.NEVER : expiring.first().expiresAtMillis();
  }

  /** The number of keys, including expired ones that are not removed yet. */
  public long stored() {
    return count;
  }

  /** A 64-bit digest of all keys, values and expiry times; equal states have equal digests. */
  public long digest() {
    return digest;
  }

  /** The leader time of the last executed request, 0 before the first. */
  public long nowMillis() {
    return nowMillis;
  }

  /** The slot of the last executed request, -1 before the first. */
  public long slot() {
    return slot;
  }

  /** The current state as an immutable view. */
  public FrozenKeyspace freeze() {
    return new FrozenKeyspace(slot, nowMillis, count, digest, entries.freeze());
  }

  /** An empty keyspace at {@code slot}; its entries are {@link #restore}d one by one. */
  static Keyspace at(long slot, long nowMillis) {
    Keyspace keyspace = new Keyspace();
    keyspace.slot = slot;
    keyspace.nowMillis = nowMillis;
    return keyspace;
  }

  void restore(Entry entry) {
    put(entry);
  }
}
