package io.synod.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * One connection through a proxy: the channel that a client opened, and the channel that the proxy
 * opens to the target once both directions are open. Confined to the event loop.
 */
final class Connection {
  private final OneWay outward;
  private final OneWay homeward;
  private final Bootstrap target;
  private final Channel near;
  private final Flow out;

  // Null until the target is dialled.
  private Channel far;
  private Flow home;

  /**
   * @param target dials the other side
   * @param near the channel of the side that dialled
   */
  Connection(OneWay outward, OneWay homeward, Bootstrap target, Channel near) {
    this.outward = outward;
    this.homeward = homeward;
    this.target = target;
    this.near = near;
    out = new Flow(outward, near);
  }

  /** Before anything was read. */
  void begin() {
    outward.add(this);
    homeward.add(this);
    near.pipeline().addLast(new Side());
    near.closeFuture().addListener(ended -> onNearClosed());
    proceed();
  }

  /** Begins, stalls or ends the connection as the state of the link requires. */
  void proceed() {
    if (outward.isSevered() || homeward.isSevered()) {
      close();
    } else if (far == null) {
      dial();
    } else {
      out.proceed();
      home.proceed();
    }
  }

  private void dial() {
    if (!outward.isOpen() || !homeward.isOpen() || !near.isActive()) {
      return;
    }
    ChannelFuture begun = target.clone().handler(new Side()).connect();
    far = begun.channel();
    home = new Flow(homeward, far);
    // Called at once where the event loop has ended.
    begun.addListener(done -> dialled());
    far.closeFuture().addListener(ended -> onFarClosed());
  }

  private void dialled() {
    if (far.isActive()) {
      out.begin(far);
      home.begin(near);
    }
  }

  private void onNearClosed() {
    if (far == null) {
      forget();
    } else {
      out.sourceEnded();
      endIfBothHave();
    }
  }

  private void onFarClosed() {
    // If the far channel was never open, nothing can arrive from it.
    home.begin(near);
    home.sourceEnded();
    endIfBothHave();
  }

  private void endIfBothHave() {
    if (!near.isOpen() && !far.isOpen()) {
      forget();
    }
  }

  private void forget() {
    out.discard();
    if (home != null) {
      home.discard();
    }
    outward.remove(this);
    homeward.remove(this);
  }

  long queuedBytes(OneWay way) {
    Flow flow = way == outward ? out : home;
    return flow == null ? 0 : flow.queuedBytes();
  }

  void close() {
    near.close();
    if (far != null) {
      far.close();
    }
  }

  /** The handler of one channel: the near one reads for {@code out}, the far one for home. */
  private final class Side extends ChannelInboundHandlerAdapter {

    private Flow reading(ChannelHandlerContext context) {
      return context.channel() == near ? out : home;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      reading(context).read((ByteBuf) message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      reading(context).readComplete();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      proceed();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
