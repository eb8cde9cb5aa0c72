package io.synod.benchmarks.yardstick;

/**
 * @param clients the settings for clients
 * @param batchBytesMax a batch ends with the client's frame that reaches it
 * @param window batches that are proposed and not executed
 */
public record SkeletonSettings(YardstickSettings clients, int batchBytesMax, int window) {}
