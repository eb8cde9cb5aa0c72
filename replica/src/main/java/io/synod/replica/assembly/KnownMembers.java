package io.synod.replica.assembly;

import io.synod.core.membership.MemberEntry;
import io.synod.core.membership.Membership;
import io.synod.network.peer.PeerNetwork;
import io.synod.replica.config.ClusterConfig;
import io.synod.replica.config.ReplicaAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The members that a replica has learned of last. Any thread reads it. */
final class KnownMembers {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  private final int id;
  private final ClusterConfig file;

  // Written before the replica's threads run, then by the protocol's thread.
  private volatile Membership membership;

  /**
   * @param id of this replica, for log lines
   * @param file names contacts, where a membership does not
   */
  KnownMembers(int id, ClusterConfig file) {
    this.id = id;
    this.file = file;
  }

  /** Warns of each that the file has at another address: it is not looked for there. */
  void enter(Membership entered) {
    membership = entered;
    if (entered.number() > 0) {
      entered.members().forEach(this::compareWithFile);
    }
  }

  private void compareWithFile(MemberEntry member) {
    int number = member.number();
    if (!file.ids().contains(number)) {
      return;
    }
    ReplicaAddress written = file.replica(number);
    if (!written.peerText().equals(member.peerAddress())
        || !written.clientText().equals(member.clientAddress())) {
      LOG.warn(
          "replica {}: replica {} is at {} (clients {}) since a change of the members, but at {} (clients {})"
              + " in its configuration; the change counts: correct the configuration, or if the"
              + " replica has moved, run 'synod member move'",
          id,
          number,
          member.peerAddress(),
          member.clientAddress(),
          written.peerText(),
          written.clientText());
    }
  }

  Membership membership() {
    return membership;
  }

  boolean contains(int replica) {
    return membership.member(replica) != null;
  }

  int count() {
    return membership.members().size();
  }

  /** {@code host:port} of the clients' port of a replica; empty if it is unknown. */
  String clientAddress(int replica) {
    MemberEntry member = membership.member(replica);
    if (member != null) {
      return member.clientAddress();
    }
    return file.ids().contains(replica) ? file.replica(replica).clientText() : "";
  }

  /** Has {@code peers} connect to them. The first ones it has from the file. */
  void connect(PeerNetwork peers) {
    Membership now = membership;
    if (now.number() == 0) {
      return;
    }
    Map<Integer, InetSocketAddress> addresses = new TreeMap<>();
    for (MemberEntry member : now.members()) {
      InetSocketAddress address = ReplicaAddress.unresolved(member.peerAddress());
      if (address != null) {
        addresses.put(member.number(), address);
      }
    }
    peers.apply(now.number(), now.numbers(), addresses);
  }
}
