package io.synod.link;

/**
 * A number of frames and their total length.
 *
 * @param bytes headers included
 */
public record Frames(long count, long bytes) {
  public static final Frames NONE = new Frames(0, 0);

  public Frames plus(Frames others) {
    return new Frames(count + others.count, bytes + others.bytes);
  }

  /** The frames that passed after {@code earlier} was read. */
  public Frames since(Frames earlier) {
    return new Frames(count - earlier.count, bytes - earlier.bytes);
  }
}
