package io.synod.examples.kv.store;

/**
 * A map from keys to entries in the order of the keys' hashes. A frozen view costs nothing: after
 * {@link #freeze} each node is copied once, on its first change. One writer.
 */
final class EntryTrie {
  private Object owner = new Object();
  private Node root = Node.empty(owner);

  /** The entry of the key with that hash, or null. */
  Entry find(long hash, byte[] key) {
    return root.find(Node.ROOT_SHIFT, hash, key);
  }

  /** Adds the entry, or replaces the one with its key. */
  void put(Entry entry) {
    root = root.with(entry, Node.ROOT_SHIFT, owner);
  }

  /** Removes an entry that is in the trie. */
  void remove(Entry entry) {
    root = (Node) root.without(entry, Node.ROOT_SHIFT, owner);
  }

  /** Visits entries by ascending unsigned hash, from {@code fromHash} on. */
  void visit(long fromHash, EntryVisitor visitor) {
    root.visit(fromHash, Node.ROOT_SHIFT, visitor);
  }

  /** The current trie as an immutable view, which another thread may read. */
  Frozen freeze() {
    owner = new Object();
    return new Frozen(root);
  }

  /** An immutable view. */
  record Frozen(Node root) {

    void visit(EntryVisitor visitor) {
      root.visit(0, Node.ROOT_SHIFT, visitor);
    }
  }
}
