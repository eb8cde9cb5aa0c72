package io.synod.network.peer;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.concurrent.Future;
import io.synod.network.transport.RepeatedTask;
import io.synod.network.transport.Sockets;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The socket over which the datagrams of one replica leave, and others come, at the address of its
 * peer port. Datagrams that it does not take at once wait in its buffer, which is bounded; beyond
 * that the caller drops them. Confined to the event loop, except for {@link #open} and {@link
 * #awaitClosed}.
 */
final class DatagramPort {
  private final PeerSettings settings;
  private final PeerListener listener;

  // Null until it is open, and where no datagrams are used. Written by the thread that opens it.
  private volatile Channel channel;

  // Sends a probe to each peer; written before the channel.
  private Future<?> probing;

  private boolean unflushed;

  DatagramPort(PeerSettings settings, PeerListener listener) {
    this.settings = settings;
    this.listener = listener;
  }

  /**
   * Opens the socket and begins to send probes over {@code paths}. Waits until the port is bound,
   * so not for the event loop's thread.
   *
   * @param sockets that made {@code socket}
   * @param socket has the event loop as its group, and its handler
   * @param address that of the port for connections
   * @throws UncheckedIOException if the port cannot be had; names the address and its keys
   */
  void open(
      Sockets sockets, Bootstrap socket, InetSocketAddress address, List<DatagramPath> paths) {
    String what =
        "datagrams of peers (keys replica.%d and network.datagram-max-bytes)"
            .formatted(settings.self());
    Channel bound = sockets.bind(socket, address, what);
    long probeNanos = settings.datagrams().probeNanos();
    RepeatedTask task =
        new RepeatedTask(
            "replica %d: probing the paths of datagrams".formatted(settings.self()),
            sockets::nanoTime,
            listener::onBug,
            () -> paths.forEach(DatagramPath::probe));
    probing =
        bound
            .eventLoop()
            .scheduleWithFixedDelay(task, probeNanos, probeNanos, TimeUnit.NANOSECONDS);
    channel = bound;
  }

  /** Whether a datagram would be sent now; flushes if what fills the buffer only waits for that. */
  boolean flushIfFull() {
    Channel open = channel;
    if (open != null && unflushed && !open.isWritable()) {
      flush();
    }
    return open != null && open.isActive() && open.isWritable();
  }

  /**
   * Sends {@code datagram}, which it releases, with the next flush; the buffer must have space for
   * it.
   */
  void write(InetSocketAddress to, ByteBuf datagram) {
    unflushed = true;
    channel.write(new DatagramPacket(datagram, to), channel.voidPromise());
  }

  void flush() {
    if (unflushed) {
      unflushed = false;
      channel.flush();
    }
  }

  void close() {
    Channel open = channel;
    if (open != null) {
      probing.cancel(false);
      open.close();
    }
  }

  /** Waits for {@link #close}: another socket may have the port then. Not on the event loop. */
  void awaitClosed(EventLoop loop) {
    Channel open = channel;
    if (open != null) {
      Sockets.sync(loop, open.closeFuture());
    }
  }
}
