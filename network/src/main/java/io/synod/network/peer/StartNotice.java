package io.synod.network.peer;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.synod.network.transport.Sockets;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MalformedFrame;
import java.net.InetSocketAddress;

/**
 * Announces to a replica with a higher number that this one has started. The higher replica dials;
 * it would not while it takes an older connection for alive, as after a power loss here. Sent once:
 * a replica that it does not reach has no such connection, or notices by itself. Confined to the
 * event loop.
 */
final class StartNotice implements Handshake {
  private final EventLoop loop;
  private final Bootstrap bootstrap;
  private final PeerSettings settings;
  private final PeerLink link;

  private Channel channel;
  private boolean closed;

  /**
   * @param base has the event loop as its group
   */
  StartNotice(Bootstrap base, PeerPort port, PeerLink link) {
    this.link = link;
    settings = port.settings();
    loop = base.config().group().next();
    bootstrap = base.clone().disableResolver().handler(new Dialled(port, this));
  }

  void dial() {
    Sockets.of(loop)
        .lookUp(settings.addresses().get(link.replica))
        .thenAccept(found -> loop.execute(() -> connect(found)));
  }

  void close() {
    closed = true;
    if (channel != null) {
      channel.close();
    }
  }

  private void connect(InetSocketAddress address) {
    if (!closed && !address.isUnresolved()) {
      channel = bootstrap.connect(address).channel();
    }
  }

  @Override
  public void begin(PeerConnection connection) {
    if (link.isConnected()) {
      // It has dialled meanwhile, and would take that connection for the old one.
      connection.abandon();
    } else {
      connection.conclude(settings.hello(link.replica).encode(ByteBufAllocator.DEFAULT));
    }
  }

  @Override
  public void onFrame(PeerConnection connection, FrameType type, ByteBuf body)
      throws MalformedFrame {
    throw MalformedFrame.unexpected(type, "behind a start notice");
  }

  @Override
  public PeerLink expected() {
    return link;
  }
}
