package io.synod.network.peer;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.synod.network.transport.Sockets;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a connection to one replica with a lower number: dials, and dials again with back-off
 * whenever there is none. Confined to the event loop.
 */
final class Dialler {
  private static final Logger log = LoggerFactory.getLogger(Dialler.class);

  // A connection that lived for less has not shown that the trouble is over.
  private static final long STABLE_NANOS = 1_000_000_000L;

  private final EventLoop loop;
  private final Bootstrap bootstrap;
  private final PeerPort port;
  private final PeerLink link;
  private final BackOff backOff;

  private Channel channel;
  private Future<?> retry;
  private boolean closed;

  /**
   * @param base has the event loop as its group
   */
  Dialler(Bootstrap base, PeerPort port, PeerLink link) {
    this.port = port;
    this.link = link;
    loop = base.config().group().next();
    Handshake handshake = new DialledHandshake(port.settings(), link);
    bootstrap = base.clone().disableResolver().handler(new Dialled(port, handshake));
    backOff = new BackOff(port.settings().seed() * 31 + link.replica);
  }

  void dial() {
    InetSocketAddress address = port.settings().addresses().get(link.replica);
    Sockets.of(loop).lookUp(address).thenAccept(found -> loop.execute(() -> connect(found)));
  }

  /**
   * The peer announces that it has started. An existing connection, or one that is being dialled,
   * belongs to the time before its start. Dialling again is safe even if the connection is new.
   */
  void redial() {
    log.info(
        "replica {}: replica {} has started; connects to it", port.settings().self(), link.replica);
    backOff.reset();
    Channel older = channel;
    channel = null;
    if (older != null && older.isOpen()) {
      link.closeRestarted();
      older.close();
    } else if (retry != null && retry.cancel(false)) {
      dial();
    }
  }

  void close() {
    closed = true;
    if (retry != null) {
      retry.cancel(false);
    }
    if (channel != null) {
      channel.close();
    }
  }

  private void connect(InetSocketAddress address) {
    if (closed) {
      return;
    }
    if (address.isUnresolved()) {
      report(address, "unknown host");
      retry();
      return;
    }
    ChannelFuture connecting = bootstrap.connect(address);
    channel = connecting.channel();
    long begunNanos = Sockets.nanoTime(loop);
    connecting.addListener(done -> onConnect(connecting.channel(), address, done.cause()));
    channel.closeFuture().addListener(ended -> onClosed(begunNanos));
  }

  private void onConnect(Channel dialled, InetSocketAddress address, Throwable failure) {
    if (failure != null && !closed && dialled == channel) {
      report(address, failure.getMessage());
    }
  }

  private void report(InetSocketAddress address, String failure) {
    if (link.isNews(failure)) {
      log.info(
          "replica {}: cannot reach replica {} at {}: {}; keeps trying",
          port.settings().self(),
          link.replica,
          address,
          failure);
    }
  }

  private void onClosed(long begunNanos) {
    if (closed) {
      return;
    }
    if (Sockets.nanoTime(loop) - begunNanos > STABLE_NANOS) {
      backOff.reset();
    }
    retry();
  }

  private void retry() {
    retry = loop.schedule(this::dial, backOff.delayNanos(), TimeUnit.NANOSECONDS);
  }
}
