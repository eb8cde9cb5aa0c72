package io.synod.network.peer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.PeerWelcome;
import io.synod.network.wire.Refused;

/** Introduces this replica to the one that it has dialled. */
record DialledHandshake(PeerPort port, Dialler dialler, PeerLink link) implements Handshake {

  @Override
  public void begin(PeerConnection connection) {
    if (dialler.isNeeded()) {
      connection.send(port.hello(link.replica).encode(ByteBufAllocator.DEFAULT));
    } else {
      // The other side has dialled meanwhile, and would take that connection for an old one.
      connection.abandon();
    }
  }

  @Override
  public void onFrame(PeerConnection connection, FrameType type, ByteBuf body)
      throws MalformedFrame {
    if (type != FrameType.PEER_WELCOME) {
      throw MalformedFrame.unexpected(type, "before a welcome");
    }
    PeerWelcome welcome = PeerWelcome.decode(body);
    Refused refusal = refusal(welcome);
    if (refusal == null) {
      connection.open(link, welcome.levels());
    } else {
      connection.refuse(refusal);
    }
  }

  private Refused refusal(PeerWelcome welcome) {
    if (welcome.sender() != link.replica) {
      return new Refused(
          "replica %d answered at the address of replica %d; check the peer addresses"
              .formatted(welcome.sender(), link.replica));
    }
    String levels =
        port.settings()
            .levels()
            .refusal(
                "replica " + port.settings().self(), "replica " + link.replica, welcome.levels());
    return levels == null ? null : new Refused(levels);
  }

  @Override
  public PeerLink expected() {
    return link;
  }

  @Override
  public boolean mayBeDropped() {
    return dialler.isSeldom();
  }
}
