package io.synod.network.ingress;

import java.net.InetSocketAddress;

/**
 * The clients' port of one replica.
 *
 * @param clusterName clients of another name are refused
 * @param self this replica's number; -1 of a learner
 * @param address to listen on
 */
public record IngressSettings(
    String clusterName, int self, InetSocketAddress address, IngressLimits limits) {

  /** In words. */
  String who() {
    return self < 0 ? "learner" : "replica " + self;
  }
}
