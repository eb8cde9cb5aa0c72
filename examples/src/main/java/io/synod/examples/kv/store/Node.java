package io.synod.examples.kv.store;

/**
 * An inner node: sixteen places, indexed by four bits of the hash, the highest ones at the root.
 * The owner that created it changes it in place, and any other owner copies it. So a view that was
 * frozen under an earlier owner does not change.
 */
final class Node implements Place {
  static final int ROOT_SHIFT = Long.SIZE - 4;
  private static final int BITS = 4;
  private static final int WIDTH = 1 << BITS;

  private final Object owner;
  private final Place[] places;
  // Invariant: the number of non-null places.
  private int count;

  private Node(Object owner, Place[] places, int count) {
    this.owner = owner;
    this.places = places;
    this.count = count;
  }

  static Node empty(Object owner) {
    return new Node(owner, new Place[WIDTH], 0);
  }

  /** A node at {@code shift} that holds only {@code place}, whose hash is {@code hash}. */
  static Node of(Place place, long hash, int shift, Object owner) {
    Node node = empty(owner);
    node.places[index(hash, shift)] = place;
    node.count = 1;
    return node;
  }

  @Override
  public Entry find(int shift, long hash, byte[] key) {
    Place place = places[index(hash, shift)];
    return place == null ? null : place.find(shift - BITS, hash, key);
  }

  @Override
  public Node with(Entry entry, int shift, Object writer) {
    int index = index(entry.hash(), shift);
    Place old = places[index];
    Node node = writableBy(writer);
    if (old == null) {
      node.places[index] = entry;
      node.count++;
    } else {
      node.places[index] = old.with(entry, shift - BITS, writer);
    }
    return node;
  }

  @Override
  public Place without(Entry entry, int shift, Object writer) {
    int index = index(entry.hash(), shift);
    Place rest = places[index].without(entry, shift - BITS, writer);
    Node node = writableBy(writer);
    node.places[index] = rest;
    if (rest == null) {
      node.count--;
    }
    return node.count > 1 || shift == ROOT_SHIFT ? node : node.shrunk();
  }

  /** A single entry needs no node of its own. A single node does, because its shift is fixed. */
  private Place shrunk() {
    for (Place place : places) {
      if (place != null) {
        return place instanceof Node ? this : place;
      }
    }
    return null;
  }

  @Override
  public boolean visit(long fromHash, int shift, EntryVisitor visitor) {
    int first = index(fromHash, shift);
    for (int i = first; i < WIDTH; i++) {
      // Behind the first place every hash is greater than fromHash, whatever its lower bits.
      long from = i == first ? fromHash : 0;
      if (places[i] != null && !places[i].visit(from, shift - BITS, visitor)) {
        return false;
      }
    }
    return true;
  }

  private Node writableBy(Object writer) {
    return owner == writer ? this : new Node(writer, places.clone(), count);
  }

  private static int index(long hash, int shift) {
    return (int) (hash >>> shift) & (WIDTH - 1);
  }
}
