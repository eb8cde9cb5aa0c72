package io.synod.core.session;

/**
 * From long keys to values, open addressing, no boxing. Iteration is not offered, so its layout
 * cannot leak into anything that must be equal on all replicas.
 */
public final class LongMap<V> {
  private long[] keys = new long[64];
  private Object[] values = new Object[64];
  private int size;

  public int size() {
    return size;
  }

  /** Null if there is no value. */
  @SuppressWarnings("unchecked")
  public V find(long key) {
    return (V) values[slotOf(key)];
  }

  /** Sets the value, not null, of {@code key}. */
  public void put(long key, V value) {
    int slot = slotOf(key);
    if (values[slot] == null) {
      keys[slot] = key;
      size++;
    }
    values[slot] = value;
    if (2 * size > keys.length) {
      grow();
    }
  }

  public void remove(long key) {
    int gap = slotOf(key);
    if (values[gap] == null) {
      return;
    }
    values[gap] = null;
    size--;
    closeGap(gap);
  }

  /** Moves back what was pushed behind the gap by collisions, so that searches need no marks. */
  private void closeGap(int from) {
    int mask = keys.length - 1;
    int gap = from;
    for (int slot = (gap + 1) & mask; values[slot] != null; slot = (slot + 1) & mask) {
      int home = hash(keys[slot]) & mask;
      if (((slot - home) & mask) >= ((slot - gap) & mask)) {
        keys[gap] = keys[slot];
        values[gap] = values[slot];
        values[slot] = null;
        gap = slot;
      }
    }
  }

  private int slotOf(long key) {
    int mask = keys.length - 1;
    int slot = hash(key) & mask;
    while (values[slot] != null && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    Object[] oldValues = values;
    keys = new long[2 * oldKeys.length];
    values = new Object[keys.length];
    for (int old = 0; old < oldKeys.length; old++) {
      if (oldValues[old] != null) {
        int slot = slotOf(oldKeys[old]);
        keys[slot] = oldKeys[old];
        values[slot] = oldValues[old];
      }
    }
  }

  private static int hash(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32);
  }
}
