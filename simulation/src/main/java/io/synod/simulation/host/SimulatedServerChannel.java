package io.synod.simulation.host;

import io.netty.channel.AbstractServerChannel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** A listening port of a simulated process. */
final class SimulatedServerChannel extends AbstractServerChannel {
  private final SimulatedNet net;
  private final ChannelConfig config = new DefaultChannelConfig(this);
  private InetSocketAddress local;
  private boolean closed;

  SimulatedServerChannel(SimulatedNet net) {
    this.net = net;
  }

  /** A connection has arrived. */
  void accept(SimulatedChannel accepted) {
    eventLoop()
        .execute(
            () -> {
              pipeline().fireChannelRead(accepted);
              pipeline().fireChannelReadComplete();
            });
  }

  @Override
  protected void doRegister(ChannelPromise promise) {
    ((SimulatedEventLoop) eventLoop()).host().onEnd(this::doClose);
    promise.setSuccess();
  }

  @Override
  protected void doBind(SocketAddress address) throws Exception {
    InetSocketAddress wanted = (InetSocketAddress) address;
    if (!net.listen(wanted, this)) {
      throw new BindException("Address already in use");
    }
    local = wanted;
  }

  @Override
  protected void doClose() {
    closed = true;
    if (local != null) {
      net.unlisten(local, this);
    }
  }

  @Override
  protected void doBeginRead() {
    // Connections are passed on as they arrive.
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
}
