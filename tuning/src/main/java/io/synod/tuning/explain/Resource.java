package io.synod.tuning.explain;

/**
 * Something that work occupies.
 *
 * @param name as a sentence names it
 * @param busy share of the time, 0 to 1
 * @param busyWhen the share from which on it limits the rest; infinite for a link, whose queue says
 *     that
 */
public record Resource(String name, double busy, double busyWhen) {

  static Resource link(String name, double busy) {
    return new Resource(name, busy, Double.POSITIVE_INFINITY);
  }

  boolean isLink() {
    return busyWhen == Double.POSITIVE_INFINITY;
  }

  boolean limits() {
    return busy >= busyWhen;
  }
}
