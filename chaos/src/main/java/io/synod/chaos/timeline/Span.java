package io.synod.chaos.timeline;

/**
 * A span of time, in milliseconds after the timeline's begin.
 *
 * @param endMillis the first moment after it
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
