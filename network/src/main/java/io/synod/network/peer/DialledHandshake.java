package io.synod.network.peer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.PeerWelcome;
import io.synod.network.wire.Refused;

/** Introduces this replica to one with a lower number. */
record DialledHandshake(PeerSettings settings, PeerLink link) implements Handshake {

  @Override
  public void begin(PeerConnection connection) {
    connection.send(settings.hello(link.replica).encode(ByteBufAllocator.DEFAULT));
  }

  @Override
  public void onFrame(PeerConnection connection, FrameType type, ByteBuf body)
      throws MalformedFrame {
    if (type != FrameType.PEER_WELCOME) {
      throw MalformedFrame.unexpected(type, "before a welcome");
    }
    PeerWelcome welcome = PeerWelcome.decode(body);
    if (welcome.sender() == link.replica) {
      connection.open(link);
    } else {
      connection.refuse(
          new Refused(
              "replica %d answers where replica %d was dialled"
                  .formatted(welcome.sender(), link.replica)));
    }
  }

  @Override
  public PeerLink expected() {
    return link;
  }
}
