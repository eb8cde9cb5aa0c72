package io.synod.benchmarks.peers.server;

import io.synod.process.Program;

/**
 * A cluster of a peer before its start.
 *
 * @param name of the peer
 * @param replicas of the cluster
 * @param server runs one replica; takes {@link ServerArguments}, prints {@code ready} and {@code
 *     leads} as in {@link io.synod.benchmarks.process.ChildLines}
 * @param load sends the requests
 * @param members passed to every replica
 * @param addresses passed to the load
 */
public record Peer(
    String name, int replicas, Program server, Program load, String members, String addresses) {}
