package io.synod.benchmarks.yardstick;

import java.nio.file.Path;

/**
 * @param clients the settings for clients
 * @param batchBytesMax a batch ends with the client's frame that reaches it
 * @param window batches that are proposed and not executed
 * @param directory in which the leader makes its batches durable; null: nowhere
 */
public record SkeletonSettings(
    YardstickSettings clients, int batchBytesMax, int window, Path directory) {}
