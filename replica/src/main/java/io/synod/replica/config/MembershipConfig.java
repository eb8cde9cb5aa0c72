package io.synod.replica.config;

/**
 * How replicas become members and cease to be.
 *
 * @param begin how a replica with an empty directory begins
 * @param alpha how many slots after its decision a change of the first membership holds
 * @param lagMax a standby that lacks more decisions than this is not made a member
 * @param lingerNanos a removed replica ends so long after the cluster goes on without it
 */
public record MembershipConfig(ClusterBegin begin, int alpha, long lagMax, long lingerNanos) {}
