package io.synod.network.peer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.format.Terms;
import io.synod.network.transport.ShownText;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Levels;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.PeerHello;
import io.synod.network.wire.PeerWelcome;
import io.synod.network.wire.Refused;

/**
 * Identifies the replica that has dialled, and welcomes or refuses it. One with a lower number that
 * this replica can dial is dialled instead, see {@link Dialler}. Replicas that are no members are
 * standbys, of which a few are let in.
 *
 * @param links by replica number; null at this replica's own
 */
record AcceptedHandshake(PeerPort port, PeerLink[] links) implements Handshake {
  static final int STANDBYS_MAX = 4;

  @Override
  public void begin(PeerConnection connection) {}

  @Override
  public void onFrame(PeerConnection connection, FrameType type, ByteBuf body)
      throws MalformedFrame {
    if (type == FrameType.CLIENT_HELLO || type == FrameType.STATUS_REQUEST) {
      connection.refuseClient(
          Refused.wrongPort(
              "the port for replicas of replica %d, not its port for clients".formatted(self())));
      return;
    }
    if (type != FrameType.PEER_HELLO) {
      throw MalformedFrame.unexpected(type, "before a hello");
    }
    PeerHello hello = PeerHello.decode(body);
    Refused refusal = refusal(hello);
    if (refusal != null) {
      connection.refuse(refusal);
      return;
    }
    PeerLink link = links[hello.sender()];
    if (hello.sender() < self() && link.isDialled()) {
      connection.abandon();
      link.redial();
    } else {
      connection.send(new PeerWelcome(self(), own()).encode(ByteBufAllocator.DEFAULT));
      connection.open(link, hello.levels());
    }
  }

  @Override
  public PeerLink expected() {
    return null;
  }

  private Levels own() {
    return port.settings().levels();
  }

  private int self() {
    return port.settings().self();
  }

  private Refused refusal(PeerHello hello) {
    String clusterName = port.settings().clusterName();
    if (!hello.clusterName().equals(clusterName)) {
      return new Refused(
          "this is cluster '%s', not '%s'; check the peer addresses and cluster.name"
              .formatted(clusterName, ShownText.of(hello.clusterName())));
    }
    String levels = own().refusal("replica " + self(), "replica " + hello.sender(), hello.levels());
    if (levels != null) {
      return new Refused(levels);
    }
    Refused unequal = unequal(hello);
    if (unequal != null) {
      return unequal;
    }
    if (hello.receiver() != self()) {
      return new Refused(
          "this is replica %d, not %d; check the peer addresses of both"
              .formatted(self(), hello.receiver()));
    }
    if (hello.sender() == self()) {
      return new Refused(
          "this is replica %d too; run one process for each number".formatted(self()));
    }
    return port.members().numbers().contains(hello.sender()) ? null : standbyRefusal(hello);
  }

  /** Whether both replicas are members of the membership of their files. */
  private boolean areOfFiles(PeerHello hello) {
    return port.members().membership() == 0
        && !port.members().isStandby()
        && hello.membership() == 0
        && !hello.isStandby();
  }

  private Refused unequal(PeerHello hello) {
    boolean areOfFiles = areOfFiles(hello);
    int replicas = port.settings().replicas();
    if (areOfFiles && hello.replicas() != replicas) {
      return new Refused(
          "this cluster has %d replicas, not %d; give all replicas the same configuration"
              .formatted(replicas, hello.replicas()));
    }
    String terms = areOfFiles ? port.settings().terms() : port.settings().lastingTerms();
    Terms.Difference different = Terms.difference(terms, hello.terms());
    return different == null
        ? null
        : new Refused(
            ("%s is %s at replica %d and %s at replica %d, and must be equal: give all replicas the"
                    + " same configuration")
                .formatted(
                    different.key(),
                    ShownText.of(different.other()),
                    hello.sender(),
                    different.own(),
                    self()));
  }

  private Refused standbyRefusal(PeerHello hello) {
    ReplicaSet members = port.members().numbers();
    boolean isNumber = hello.sender() >= 0 && hello.sender() < ReplicaSet.NUMBERS;
    if (!isNumber || areOfFiles(hello)) {
      return new Refused(
          "replica %d is not one of the replicas %s of this cluster; give all replicas the same configuration"
              .formatted(hello.sender(), members));
    }
    ReplicaSet others = standbys().without(ReplicaSet.of(hello.sender()));
    return others.size() < STANDBYS_MAX
        ? null
        : new Refused(
            "replica %d is no member, and replicas %s, which are none either, are connected already: at most %d may be; stop some of them"
                .formatted(hello.sender(), others, STANDBYS_MAX));
  }

  /** The replicas that are connected and no members. */
  private ReplicaSet standbys() {
    ReplicaSet standbys = ReplicaSet.EMPTY;
    for (PeerLink link : links) {
      if (link != null && link.isConnected()) {
        standbys = standbys.with(link.replica);
      }
    }
    return standbys.without(port.members().numbers());
  }
}
