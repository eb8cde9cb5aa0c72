package io.synod.examples.kv.store;

/**
 * The content of one place of the trie: an entry, several with the same hash, or a node with places
 * of its own. {@code shift} is the position of the four hash bits that the place's node would use.
 */
sealed interface Place permits Entry, Collisions, Node {

  /** The entry of that key, or null. */
  Entry find(int shift, long hash, byte[] key);

  /** This place with {@code entry}; {@code owner} may change its own nodes in place. */
  Place with(Entry entry, int shift, Object owner);

  /** This place without {@code entry}, which it contains; null if it becomes empty. */
  Place without(Entry entry, int shift, Object owner);

  /** Visits the entries from {@code fromHash} on; returns whether to continue. */
  boolean visit(long fromHash, int shift, EntryVisitor visitor);
}
