package io.synod.replica.config;

/**
 * The value of a setting that the autopilot chooses within a range.
 *
 * @param least the smallest it may choose
 * @param most the largest
 * @param isWhole whether it was written as {@code auto}; then other settings may lower {@code most}
 */
record AutoRange(long least, long most, boolean isWhole) {}
