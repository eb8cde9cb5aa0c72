package io.synod.network.peer;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DatagramPacket;
import io.synod.core.message.Message;
import io.synod.network.wire.Datagram;
import io.synod.network.wire.DatagramProbe;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MalformedFrame;
import java.io.IOException;

/**
 * Receives datagrams: each holds one message or probe of a peer and shows the token that this
 * replica sent the peer over the open connection. Anything else is counted and has no effect,
 * whether it comes from a stranger or from an earlier connection, or was damaged on the way.
 * Confined to the event loop.
 */
final class DatagramHandler extends ChannelDuplexHandler {
  private final PeerPort port;
  private final PeerLink[] links;

  /**
   * @param links by replica number; null at this replica's own
   */
  DatagramHandler(PeerPort port, PeerLink[] links) {
    this.port = port;
    this.links = links;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    DatagramPacket packet = (DatagramPacket) message;
    try {
      take(packet.content());
    } catch (MalformedFrame reason) {
      refused();
    } finally {
      packet.release();
    }
  }

  private void take(ByteBuf datagram) throws MalformedFrame {
    int sender = Datagram.sender(datagram);
    PeerLink link = sender < links.length ? links[sender] : null;
    if (link == null || !link.datagrams().isToken(Datagram.token(datagram))) {
      refused();
      return;
    }
    ByteBuf frame = Datagram.frame(datagram);
    int frameBytes = frame.readableBytes();
    FrameType type = Frame.checkedWhole(frame);
    if (type == FrameType.DATAGRAM_PROBE) {
      link.datagrams().probed(DatagramProbe.decode(frame));
      return;
    }
    Message message = port.codec().decode(type, frame);
    link.tally.receivedDatagram(frameBytes);
    port.traffic().received(type, frameBytes);
    port.listener().onMessage(sender, message, frameBytes);
  }

  private void refused() {
    port.strangers().datagramsRefused.increment();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    port.listener().onWorked();
  }

  @Override
  public void flush(ChannelHandlerContext context) {
    context.flush();
    port.listener().onWorked();
  }

  /** A datagram that the socket has refused is lost, like any that gets lost later. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      port.strangers().dropped();
    } else {
      port.log().failed("a datagram", cause);
      port.listener().onBug(cause);
    }
  }
}
