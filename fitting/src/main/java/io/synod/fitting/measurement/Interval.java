package io.synod.fitting.measurement;

/**
 * What a leader did and spent in one interval.
 *
 * @param place file and line that it was read from
 * @param replicas n, of its cluster; at least 1
 * @param traffic with at least one instance and one request
 */
public record Interval(String place, int replicas, Traffic traffic, CpuTime cpu) {}
