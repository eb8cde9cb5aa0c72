package io.synod.network.ingress;

import io.synod.core.settings.AdminFrom;
import java.net.InetSocketAddress;

/**
 * The clients' port of one replica.
 *
 * @param clusterName clients of another name are refused
 * @param self this replica's number; -1 of a learner
 * @param address to listen on
 * @param admin whose connections may move the leader and skip requests
 */
public record IngressSettings(
    String clusterName,
    int self,
    InetSocketAddress address,
    AdminFrom admin,
    IngressLimits limits) {

  /** In words. */
  String who() {
    return self < 0 ? "learner" : "replica " + self;
  }
}
