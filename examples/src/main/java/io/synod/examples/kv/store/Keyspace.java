package io.synod.examples.kv.store;

import java.util.Comparator;
import java.util.Map;
import org.pcollections.TreePMap;
import org.pcollections.TreePSet;

/**
 * The whole state of the key-value service. Its time is the leader time of the last executed batch:
 * a key expires at that time, on all replicas in the same slot. Expired keys become invisible at
 * once. They are removed a few at a time, so that no request pays for many. One writer; a frozen
 * view and a return to an earlier state cost nothing, because the maps are persistent.
 */
public final class Keyspace {
  private static final Comparator<Entry> BY_EXPIRY =
      Comparator.comparingLong(Entry::expiresAtMillis).thenComparing(Entry::key);

  private final KeyVersions versions;
  private TreePMap<Key, Entry> entries = TreePMap.empty();
  // Invariant: exactly the entries with an expiry time.
  private TreePSet<Entry> expiring = TreePSet.empty(BY_EXPIRY);
  // Invariant: the sum of the digests of all entries, which does not depend on their order.
  private long digest;
  private long nowMillis;
  private long slot = -1;

  public Keyspace() {
    this(-1, 0, new KeyVersions());
  }

  /** An empty keyspace; its entries are restored one by one. */
  Keyspace(long slot, long nowMillis, KeyVersions versions) {
    this.slot = slot;
    this.nowMillis = nowMillis;
    this.versions = versions;
  }

  /**
   * Advances the time to what is executed in {@code slotNow}; time never goes back.
   *
   * @param sweptMax expired keys that are removed
   */
  public void advance(long slotNow, long leaderTimeMillis, int sweptMax) {
    slot = slotNow;
    nowMillis = Math.max(nowMillis, leaderTimeMillis);
    for (int swept = 0; swept < sweptMax && firstExpiryMillis() <= nowMillis; swept++) {
      Entry first = expiring.first();
      forget(first);
      versions.change(first.key());
    }
  }

  /** The key's entry, or null if there is none or it has expired. */
  public Entry find(byte[] key) {
    Entry entry = entries.get(Key.of(key));
    return entry == null || entry.expiredAt(nowMillis) ? null : entry;
  }

  /** Sets the key's value, and its expiry time or {@link Entry#NEVER}. */
  public void put(byte[] key, Value value, long expiresAtMillis) {
    Entry entry = Entry.of(Key.of(key), value, expiresAtMillis);
    restore(entry);
    versions.change(entry.key());
  }

  /** Adds an entry of a snapshot. */
  void restore(Entry entry) {
    Entry old = entries.get(entry.key());
    if (old != null) {
      forget(old);
    }
    entries = entries.plus(entry.key(), entry);
    if (entry.expires()) {
      expiring = expiring.plus(entry);
    }
    digest += entry.digest();
  }

  /** Removes the key; returns whether it existed. */
  public boolean remove(byte[] key) {
    Entry entry = entries.get(Key.of(key));
    if (entry == null) {
      return false;
    }
    forget(entry);
    versions.change(entry.key());
    return !entry.expiredAt(nowMillis);
  }

  private void forget(Entry entry) {
    entries = entries.minus(entry.key());
    if (entry.expires()) {
      expiring = expiring.minus(entry);
    }
    digest -= entry.digest();
  }

  /** Removes all keys. */
  public void clear() {
    entries = TreePMap.empty();
    expiring = TreePSet.empty(BY_EXPIRY);
    digest = 0;
    versions.changeAll();
  }

  /**
   * Keys by ascending unsigned hash, from {@code fromHash} on; some of them may have expired.
   *
   * @see #has
   */
  public Iterable<Map.Entry<Key, Entry>> from(long fromHash) {
    return entries.tailMap(Key.firstWith(fromHash)).entrySet();
  }

  /** Whether the entry has not expired. */
  public boolean has(Entry entry) {
    return !entry.expiredAt(nowMillis);
  }

  /** Changes with every change of the key, also when it appears or vanishes; see KeyVersions. */
  public long version(byte[] key) {
    return versions.of(Key.of(key)) << 1 | (find(key) == null ? 0 : 1);
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
    return entries.size() - expired;
  }

  /** The leader time at which the next key expires, {@link Entry#NEVER} if none does. */
  public long firstExpiryMillis() {
    return expiring.isEmpty() ? Entry.NEVER : expiring.first().expiresAtMillis();
  }

  /** The number of keys, including expired ones that are not removed yet. */
  public long stored() {
    return entries.size();
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
    return new FrozenKeyspace(slot, nowMillis, digest, versions.copy(), entries);
  }

  /** Returns the action that sets all keys back to what they are now. */
  public Runnable savepoint() {
    TreePMap<Key, Entry> entriesNow = entries;
    TreePSet<Entry> expiringNow = expiring;
    long digestNow = digest;
    return () -> {
      entries = entriesNow;
      expiring = expiringNow;
      digest = digestNow;
    };
  }
}
