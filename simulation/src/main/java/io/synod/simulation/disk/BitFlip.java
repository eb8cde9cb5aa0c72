package io.synod.simulation.disk;

/**
 * A bit that was flipped.
 *
 * @param bit of the byte at {@code offset}; 0 is the least significant
 */
public record BitFlip(String file, long offset, int bit) {}
