package io.synod.network.peer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.format.Terms;
import io.synod.network.transport.ShownText;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Levels;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.PeerHello;
import io.synod.network.wire.PeerWelcome;
import io.synod.network.wire.Refused;
import java.util.Map;

/**
 * Identifies the replica that has dialled, and welcomes or refuses it. A replica with a lower
 * number only announces that it has started, see {@link StartNotice}.
 *
 * @param links by replica number
 * @param diallers of the lower numbers, by replica number
 */
record AcceptedHandshake(PeerSettings settings, PeerLink[] links, Map<Integer, Dialler> diallers)
    implements Handshake {

  @Override
  public void begin(PeerConnection connection) {}

  @Override
  public void onFrame(PeerConnection connection, FrameType type, ByteBuf body)
      throws MalformedFrame {
    if (type != FrameType.PEER_HELLO) {
      throw MalformedFrame.unexpected(type, "before a hello");
    }
    PeerHello hello = PeerHello.decode(body);
    Refused refusal = refusal(hello);
    if (refusal != null) {
      connection.refuse(refusal);
    } else if (hello.sender() < settings.self()) {
      connection.abandon();
      diallers.get(hello.sender()).redial();
    } else {
      connection.send(new PeerWelcome(settings.self()).encode(ByteBufAllocator.DEFAULT));
      connection.open(links[hello.sender()], Levels.OWN.common(hello.levels()));
    }
  }

  @Override
  public PeerLink expected() {
    return null;
  }

  private Refused refusal(PeerHello hello) {
    int self = settings.self();
    if (!hello.clusterName().equals(settings.clusterName())) {
      return new Refused(
          "this is cluster '%s', not '%s'; check the peer addresses and cluster.name"
              .formatted(settings.clusterName(), ShownText.of(hello.clusterName())));
    }
    String levels =
        Levels.OWN.refusal("replica " + self, "replica " + hello.sender(), hello.levels());
    if (levels != null) {
      return new Refused(levels);
    }
    if (hello.replicas() != settings.replicas()) {
      return new Refused(
          "this cluster has %d replicas, not %d; give all replicas the same configuration"
              .formatted(settings.replicas(), hello.replicas()));
    }
    Terms.Difference different = Terms.difference(settings.terms(), hello.terms());
    if (different != null) {
      return new Refused(
          ("%s is %s at replica %d and %s at replica %d, and must be equal: give all replicas the"
                  + " same configuration")
              .formatted(
                  different.key(),
                  ShownText.of(different.other()),
                  hello.sender(),
                  different.own(),
                  self));
    }
    if (hello.receiver() != self) {
      return new Refused(
          "this is replica %d, not %d; check the peer addresses of both"
              .formatted(self, hello.receiver()));
    }
    if (!settings.members().contains(hello.sender())) {
      return new Refused(
          "replica %d is not one of the replicas %s of this cluster; give all replicas the same configuration"
              .formatted(hello.sender(), settings.members()));
    }
    if (hello.sender() == self) {
      return new Refused("this is replica %d too; run one process for each number".formatted(self));
    }
    return null;
  }
}
