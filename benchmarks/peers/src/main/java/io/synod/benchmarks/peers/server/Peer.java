package io.synod.benchmarks.peers.server;

import io.synod.process.Program;

/**
 * A cluster of a peer, before it is started.
 *
 * @param name of the peer
 * @param replicas of the cluster
 * @param server runs one replica; takes {@link ServerArguments}, says {@code ready} and {@code
 *     leads} as {@link io.synod.benchmarks.process.ChildLines} has it
 * @param load asks it
 * @param members told to every replica
 * @param addresses told to the load
 */
public record Peer(
    String name, int replicas, Program server, Program load, String members, String addresses) {}
