package io.synod.chaos.timeline;

/**
 * A time, in milliseconds after the timeline's begin.
 *
 * @param endMillis the first moment behind it
 */
public record Span(long beginMillis, long endMillis) {

  public long lengthMillis() {
    return endMillis - beginMillis;
  }

  boolean meets(Span other) {
    return beginMillis < other.endMillis && other.beginMillis < endMillis;
  }

  boolean holds(long millis) {
    return beginMillis <= millis && millis < endMillis;
  }
}
