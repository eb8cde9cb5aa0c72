package io.synod.examples.kv.store;

/**
 * A map from keys to entries in the order of the keys' hashes, of which a frozen view costs
 * nothing: after {@link #freeze} each node is copied once, when it is first changed. One writer.
 */
final class EntryTrie {
  private Object owner = new Object();
  private Node root = Node.empty(owner);

  /** The entry of the key with that hash, or null. */
  Entry find(long hash, byte[] key) {
    return root.find(Node.ROOT_SHIFT, hash, key);
  }

  /** Adds the entry, in place of another with its key. */
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

  /** The trie as it is now; it stays so, and may be read by another thread. */
  Frozen freeze() {
    owner = new Object();
    return new Frozen(root);
  }

  /** A view that does not change. */
  record Frozen(Node root) {

    void visit(EntryVisitor visitor) {
      root.visit(0, Node.ROOT_SHIFT, visitor);
    }
  }
}
