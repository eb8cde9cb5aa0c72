package io.synod.core.message;

/**
 * Answers {@link FetchSnapshot} with bytes of the file as the sender keeps it: with no more than
 * {@link FetchSnapshot#bytesMax}, and no more than the sender itself would ask for. Both are
 * checked against the frame limit of their replica when it is configured, so that a part always
 * fits.
 *
 * @param end the snapshot holds the effect of every slot before this one; 0 if the sender has none
 *     (yet). Another one than was asked for where the sender no longer keeps that.
 * @param totalBytes of the file
 * @param offset of the first byte in {@code bytes}; 0 where another snapshot than asked for begins
 * @param bytes shared and not to be changed
 */
public record SnapshotPart(long end, long totalBytes, long offset, byte[] bytes)
    implements Message {

  /** The sender has no snapshot, or not yet. */
  public static final SnapshotPart NONE = new SnapshotPart(0, 0, 0, new byte[0]);

  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onSnapshotPart(from, this);
  }

  @Override
  public String toString() {
    return "SnapshotPart[end=%d, totalBytes=%d, offset=%d, %d bytes]"
        .formatted(end, totalBytes, offset, bytes.length);
  }

  @Override
  public boolean isForMembersOnly() {
    return false;
  }
}
