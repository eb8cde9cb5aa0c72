package io.synod.simulation.explore;

/**
 * A hash of 128 bits of a sequence of numbers.
 *
 * <p>With m values the probability of a collision is below m² / 2^129.
 */
final class Hash {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private long high = GOLDEN;
  private long low = 0x3c6ef372fe94f82bL;

  record Value(long high, long low) {}

  Hash add(long value) {
    high = mix(high ^ value) * 0xd6e8feb86659fd93L + low;
    low = mix(low + value * GOLDEN) ^ high >>> 29;
    return this;
  }

  Hash add(String text) {
    add(text.length());
    for (int index = 0; index < text.length(); index++) {
      add(text.charAt(index));
    }
    return this;
  }

  Value value() {
    return new Value(mix(high), mix(low ^ high));
  }

  /** The finaliser of SplitMix64. */
  static long mix(long value) {
    long mixed = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }
}
