package io.synod.tuning.explain;

/**
 * Something that work occupies.
 *
 * @param name as a sentence names it
 * @param busy share of the time, 0 to 1
 * @param busyWhen the share from which on it limits the rest
 */
public record Resource(String name, double busy, double busyWhen) {

  boolean limits() {
    return busy >= busyWhen;
  }
}
