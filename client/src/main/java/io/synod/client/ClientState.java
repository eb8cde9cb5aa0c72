package io.synod.client;

import java.net.InetSocketAddress;

/**
 * What a client does at one moment.
 *
 * @param isReady whether it is connected to the leader
 * @param leader the leader's number; -1 if it is not connected
 * @param address of the leader; null if it is not connected
 * @param unanswered requests and queries that wait in the client or were sent
 */
public record ClientState(
    boolean isReady, int leader, InetSocketAddress address, long unanswered) {}
