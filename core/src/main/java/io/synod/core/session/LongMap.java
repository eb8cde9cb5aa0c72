package io.synod.core.session;

import java.util.Map;
import java.util.TreeMap;

/**
 * From long keys to values, open addressing, no boxing. Iteration is not offered, so its layout
 * cannot leak into anything that must be equal on all replicas.
 *
 * <p>Clients choose the numbers of their sessions, also such that all have one hash. So a key is in
 * one of the {@value #PLACES_MAX} places from its hash on, or in a tree: no call looks at many more
 * places than that, on average over all calls.
 */
public final class LongMap<V> {
  // Of ten million keys that are drawn at random hardly any is so far from its hash.
  private static final int PLACES_MAX = 128;

  private long[] keys = new long[64];
  private Object[] values = new Object[64];

  // Of keys for which all of their places were taken. Null while there are none.
  private TreeMap<Long, Object> crowded;

  private int size;

  public int size() {
    return size;
  }

  /** Null if there is no value. */
  @SuppressWarnings("unchecked")
  public V find(long key) {
    int slot = slotOf(key);
    if (isAt(slot, key)) {
      return (V) values[slot];
    }
    return crowded == null ? null : (V) crowded.get(key);
  }

  /** Sets the value, not null, of {@code key}. */
  public void put(long key, V value) {
    set(key, value);
    if (2 * size > keys.length) {
      grow();
    }
  }

  private void set(long key, Object value) {
    int slot = slotOf(key);
    if (isAt(slot, key)) {
      values[slot] = value;
    } else if (crowded == null || crowded.replace(key, value) == null) {
      add(slot, key, value);
    }
  }

  /** The map has no value of {@code key}. */
  private void add(int slot, long key, Object value) {
    size++;
    if (values[slot] == null) {
      keys[slot] = key;
      values[slot] = value;
      return;
    }
    if (crowded == null) {
      crowded = new TreeMap<>();
    }
    crowded.put(key, value);
  }

  public void remove(long key) {
    int slot = slotOf(key);
    if (isAt(slot, key)) {
      values[slot] = null;
      size--;
      closeGap(slot);
    } else if (crowded != null && crowded.remove(key) != null) {
      size--;
      crowded = crowded.isEmpty() ? null : crowded;
    }
  }

  /**
   * Moves back what was pushed behind the gap by collisions, so that searches need no marks. None
   * was pushed further than its places.
   */
  private void closeGap(int from) {
    int mask = keys.length - 1;
    int gap = from;
    int slot = (gap + 1) & mask;
    while (values[slot] != null && ((slot - gap) & mask) < PLACES_MAX) {
      int home = hash(keys[slot]) & mask;
      if (((slot - home) & mask) >= ((slot - gap) & mask)) {
        keys[gap] = keys[slot];
        values[gap] = values[slot];
        values[slot] = null;
        gap = slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  private boolean isAt(int slot, long key) {
    return values[slot] != null && keys[slot] == key;
  }

  /** Where {@code key} is; or the first free one of its places; or the last one of them. */
  private int slotOf(long key) {
    int mask = keys.length - 1;
    int slot = hash(key) & mask;
    int last = (slot + PLACES_MAX - 1) & mask;
    while (values[slot] != null && keys[slot] != key && slot != last) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    Object[] oldValues = values;
    Map<Long, Object> oldCrowded = crowded == null ? Map.of() : crowded;
    keys = new long[2 * oldKeys.length];
    values = new Object[keys.length];
    crowded = null;
    size = 0;
    for (int old = 0; old < oldKeys.length; old++) {
      if (oldValues[old] != null) {
        set(oldKeys[old], oldValues[old]);
      }
    }
    oldCrowded.forEach(this::set);
  }

  private static int hash(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32);
  }
}
