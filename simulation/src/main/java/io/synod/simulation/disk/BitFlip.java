package io.synod.simulation.disk;

/**
 * A flipped bit.
 *
 * @param bit of the byte at {@code offset}; 0 is the least significant
 */
public record BitFlip(String file, long offset, int bit) {}
