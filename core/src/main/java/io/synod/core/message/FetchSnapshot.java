package io.synod.core.message;

/**
 * Asks a peer for a part of a snapshot.
 *
 * @param end of the snapshot that is being fetched; 0 for the newest
 * @param offset first byte that is wanted
 * @param bytesMax how much the answer may carry; at least 1
 */
public record FetchSnapshot(long end, long offset, int bytesMax) implements Message {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onFetchSnapshot(from, this);
  }

  @Override
  public boolean isForMembersOnly() {
    return false;
  }
}
