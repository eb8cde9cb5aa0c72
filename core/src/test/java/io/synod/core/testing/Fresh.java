package io.synod.core.testing;

/**
 * A read's ticket; serving it is checked.
 *
 * @param least how many slots must have been delivered
 */
public record Fresh(int number, int least) {}
