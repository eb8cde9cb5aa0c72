package io.synod.examples.kv.store;

/**
 * What hangs at one place of the trie: an entry, several with the same hash, or a node with places
 * of its own. {@code shift} is the position of the four hash bits that the place's node would use.
 */
sealed interface Place permits Entry, Collisions, Node {

  /** The entry of that key, or null. */
  Entry find(int shift, long hash, byte[] key);

  /** This place with {@code entry} in it; {@code owner} is who may change nodes in place. */
  Place with(Entry entry, int shift, Object owner);

  /** This place without {@code entry}, which is in it; null if nothing is left. */
  Place without(Entry entry, int shift, Object owner);

  /** Visits the entries from {@code fromHash} on; returns whether to go on. */
  boolean visit(long fromHash, int shift, EntryVisitor visitor);
}
