package io.synod.examples.kv.store;

import java.util.Arrays;

/** Two or more entries with equal hashes. Immutable. */
final class Collisions implements Place {
  private final Entry[] entries;

  Collisions(Entry[] entries) {
    this.entries = entries;
  }

  private long hash() {
    return entries[0].hash();
  }

  @Override
  public Entry find(int shift, long hash, byte[] key) {
    for (Entry entry : entries) {
      if (entry.hasKey(hash, key)) {
        return entry;
      }
    }
    return null;
  }

  @Override
  public Place with(Entry added, int shift, Object owner) {
    if (added.hash() != hash()) {
      return Node.of(this, hash(), shift, owner).with(added, shift, owner);
    }
    for (int i = 0; i < entries.length; i++) {
      if (entries[i].hasKey(added.hash(), added.key())) {
        Entry[] replaced = entries.clone();
        replaced[i] = added;
        return new Collisions(replaced);
      }
    }
    Entry[] longer = Arrays.copyOf(entries, entries.length + 1);
    longer[entries.length] = added;
    return new Collisions(longer);
  }

  @Override
  public Place without(Entry removed, int shift, Object owner) {
    Entry[] rest = new Entry[entries.length - 1];
    int count = 0;
    for (Entry entry : entries) {
      if (entry != removed) {
        rest[count++] = entry;
      }
    }
    return count == 1 ? rest[0] : new Collisions(rest);
  }

  @Override
  public boolean visit(long fromHash, int shift, EntryVisitor visitor) {
    for (Entry entry : entries) {
      if (!entry.visit(fromHash, shift, visitor)) {
        return false;
      }
    }
    return true;
  }
}
