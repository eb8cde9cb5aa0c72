package io.synod.benchmarks.yardstick;

/**
 * @param clients what they meet
 * @param batchBytesMax a batch ends with the client's frame that brings it there
 * @param window batches that are proposed and not executed
 */
public record SkeletonSettings(YardstickSettings clients, int batchBytesMax, int window) {}
