package io.synod.simulation.host;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.AbstractChannel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DatagramPacket;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** A socket for datagrams, which may be lost, duplicated and reordered, or wait until it sends. */
final class SimulatedDatagramChannel extends AbstractChannel {
  private static final ChannelMetadata METADATA = new ChannelMetadata(true);

  private final SimulatedNet net;
  private final ChannelConfig config = new DefaultChannelConfig(this);
  private InetSocketAddress local;
  private boolean closed;

  // Until this virtual time it takes no datagrams.
  private long fullUntilNanos;

  SimulatedDatagramChannel(SimulatedNet net) {
    super(null, net.nextChannel());
    this.net = net;
  }

  void onDatagram(InetSocketAddress from, byte[] content) {
    SimulatedEventLoop loop = (SimulatedEventLoop) eventLoop();
    if (!closed && !loop.isShutdown()) {
      loop.execute(
          () -> {
            if (!closed) {
              ByteBuf bytes = Unpooled.wrappedBuffer(content);
              pipeline().fireChannelRead(new DatagramPacket(bytes, local, from));
              pipeline().fireChannelReadComplete();
            }
          });
    }
  }

  @Override
  protected void doRegister(ChannelPromise promise) {
    ((SimulatedEventLoop) eventLoop()).host().onEnd(this::doClose);
    promise.setSuccess();
  }

  @Override
  protected void doWrite(ChannelOutboundBuffer buffer) {
    for (Object message = buffer.current(); message != null; message = buffer.current()) {
      if (isFull()) {
        return;
      }
      DatagramPacket packet = (DatagramPacket) message;
      net.datagram(local, packet.recipient(), ByteBufUtil.getBytes(packet.content()));
      buffer.remove();
    }
  }

  private boolean isFull() {
    SimulatedHost host = ((SimulatedEventLoop) eventLoop()).host();
    long now = host.scheduler().now();
    if (now < fullUntilNanos && net.isTroubled()) {
      return true;
    }
    long nanos = net.fullNanos();
    if (nanos > 0) {
      fullUntilNanos = now + nanos;
      host.at(fullUntilNanos, this::sendSoon);
    }
    return nanos > 0;
  }

  private void sendSoon() {
    SimulatedEventLoop loop = (SimulatedEventLoop) eventLoop();
    if (!closed && !loop.isShutdown()) {
      loop.execute(() -> ((SimulatedUnsafe) unsafe()).resume());
    }
  }

  @Override
  protected void doBind(SocketAddress address) throws Exception {
    InetSocketAddress wanted = (InetSocketAddress) address;
    if (!net.bind(wanted, this)) {
      throw new BindException("Address already in use");
    }
    local = wanted;
  }

  @Override
  protected void doClose() {
    closed = true;
    if (local != null) {
      net.unbind(local, this);
    }
  }

  @Override
  protected void doDisconnect() {
    doClose();
  }

  @Override
  protected void doBeginRead() {
    // Datagrams are passed on as they arrive.
  }

  @Override
  protected AbstractUnsafe newUnsafe() {
    return new SimulatedUnsafe();
  }

  private final class SimulatedUnsafe extends AbstractUnsafe {
    @Override
    public void connect(SocketAddress remote, SocketAddress from, ChannelPromise promise) {
      promise.setFailure(new UnsupportedOperationException("datagrams name their receiver"));
    }

    void resume() {
      if (!closed) {
        flush0();
      }
    }
  }

  @Override
  protected boolean isCompatible(EventLoop loop) {
    return loop instanceof SimulatedEventLoop;
  }

  @Override
  protected SocketAddress localAddress0() {
    return local;
  }

  @Override
  protected SocketAddress remoteAddress0() {
    return null;
  }

  @Override
  public ChannelConfig config() {
    return config;
  }

  @Override
  public boolean isOpen() {
    return !closed;
  }

  @Override
  public boolean isActive() {
    return !closed && local != null;
  }

  @Override
  public ChannelMetadata metadata() {
    return METADATA;
  }
}
