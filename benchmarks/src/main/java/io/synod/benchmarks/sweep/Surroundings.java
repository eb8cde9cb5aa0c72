package io.synod.benchmarks.sweep;

import io.synod.link.LinkShape;

/**
 * What may change around a cluster.
 *
 * @param requestBytes of each request
 * @param link between each two replicas; null if they stay as they are
 * @param perSecond requests offered, 0 for a closed loop
 * @param busyDisk whether another process keeps the disk busy
 * @param members of the cluster
 */
record Surroundings(
    int requestBytes, LinkShape link, long perSecond, boolean busyDisk, int members) {}
