package io.synod.link;

/**
 * How many frames, and how long they are together.
 *
 * @param bytes with their headers
 */
public record Frames(long count, long bytes) {
  public static final Frames NONE = new Frames(0, 0);

  public Frames plus(Frames others) {
    return new Frames(count + others.count, bytes + others.bytes);
  }

  /** Those of {@code earlier} are among these. */
  public Frames since(Frames earlier) {
    return new Frames(count - earlier.count, bytes - earlier.bytes);
  }
}
