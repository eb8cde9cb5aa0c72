package io.synod.network.peer;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;

/** Equips each connection that is dialled. */
final class Dialled extends ChannelInitializer<Channel> {
  private final PeerPort port;
  private final Handshake handshake;

  Dialled(PeerPort port, Handshake handshake) {
    this.port = port;
    this.handshake = handshake;
  }

  @Override
  protected void initChannel(Channel channel) {
    new PeerConnection(port, handshake, null).addTo(channel);
  }
}
