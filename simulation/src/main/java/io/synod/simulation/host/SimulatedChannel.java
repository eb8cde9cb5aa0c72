package io.synod.simulation.host;

import io.netty.buffer.ByteBuf;
import io.netty.channel.AbstractChannel;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * One end of a connection between two simulated processes. Bytes arrive in the pieces in which they
 * were sent, each read takes as many as its buffer holds, and a full window blocks the writer.
 */
final class SimulatedChannel extends AbstractChannel {
  private static final ChannelMetadata METADATA = new ChannelMetadata(false, 16);

  private final SimulatedNet net;
  private final ChannelConfig config = new DefaultChannelConfig(this);
  private final ArrayDeque<byte[]> inbound = new ArrayDeque<>();
  private final Runnable read = this::read0;
  private final Runnable resume = () -> ((SimulatedUnsafe) unsafe()).resume();
  private InetSocketAddress local;
  private InetSocketAddress remote;
  private Pipe out;

  // The bytes that the other end sends.
  private Pipe in;
  private ChannelPromise connecting;
  private Future<?> connectTimeout;
  private boolean active;
  private boolean closed;
  private boolean readPending;
  private boolean inputEnded;
  private int headRead;

  /** A channel that will connect. */
  SimulatedChannel(SimulatedNet net, String host) {
    super(null, net.nextChannel());
    this.net = net;
    local = new InetSocketAddress(host, 0);
  }

  /** A channel that {@code listener} has accepted. */
  SimulatedChannel(
      SimulatedNet net, Channel listener, InetSocketAddress local, InetSocketAddress remote) {
    super(listener, net.nextChannel());
    this.net = net;
    this.local = local;
    this.remote = remote;
    active = true;
  }

  /** Joins the two ends of a connection. */
  static void join(SimulatedNet net, SimulatedChannel dialler, SimulatedChannel accepted) {
    Path outward = net.path(dialler.local, dialler.remote);
    Path homeward = net.path(dialler.remote, dialler.local);
    dialler.out = new Pipe(net, outward, homeward, dialler, accepted);
    accepted.out = new Pipe(net, homeward, outward, accepted, dialler);
    dialler.in = accepted.out;
    accepted.in = dialler.out;
  }

  private SimulatedEventLoop loop() {
    return (SimulatedEventLoop) eventLoop();
  }

  @Override
  protected void doRegister(ChannelPromise promise) {
    loop().host().onEnd(this::processEnded);
    promise.setSuccess();
  }

  /** The operating system closes the channel of an ended process. */
  private void processEnded() {
    if (closed) {
      return;
    }
    closed = true;
    if (out != null) {
      if (inbound.isEmpty()) {
        out.end();
      } else {
        out.reset();
      }
    }
  }

  private void dial(InetSocketAddress address, ChannelPromise promise) {
    remote = address;
    connecting = promise;
    int timeoutMillis = config.getConnectTimeoutMillis();
    if (timeoutMillis > 0) {
      connectTimeout =
          eventLoop()
              .schedule(
                  () ->
                      connectFailed(new ConnectTimeoutException("connection timed out: " + remote)),
                  timeoutMillis,
                  TimeUnit.MILLISECONDS);
    }
    net.path(local, remote).carry(0, 0, this::knock);
  }

  /** Arrives at the other machine and asks for a connection. */
  private void knock() {
    SimulatedServerChannel listener = net.listener(remote);
    Path back = net.path(remote, local);
    if (listener == null) {
      back.carry(
          0,
          0,
          () -> later(() -> connectFailed(new ConnectException("Connection refused: " + remote))));
    } else if (!closed) {
      SimulatedChannel accepted = new SimulatedChannel(net, listener, remote, local);
      join(net, this, accepted);
      listener.accept(accepted);
      back.carry(0, 0, () -> later(this::connected));
    }
  }

  private void connected() {
    if (closed || connecting == null) {
      return;
    }
    ChannelPromise promise = connecting;
    endConnecting();
    active = true;
    if (promise.trySuccess()) {
      pipeline().fireChannelActive();
    }
  }

  private void connectFailed(Exception reason) {
    if (connecting != null) {
      ChannelPromise promise = connecting;
      endConnecting();
      promise.tryFailure(reason);
      unsafe().close(voidPromise());
    }
  }

  private void endConnecting() {
    connecting = null;
    if (connectTimeout != null) {
      connectTimeout.cancel(false);
    }
  }

  /** Runs a task on its event loop, if it still has one. */
  private void later(Runnable task) {
    if (isRegistered() && !loop().isShutdown()) {
      loop().execute(task);
    }
  }

  void onBytes(byte[] bytes) {
    if (closed) {
      // The receiver is gone, and the sender is notified.
      if (out != null) {
        out.reset();
      }
      return;
    }
    inbound.add(bytes);
    readLater();
  }

  void onEnd() {
    inputEnded = true;
    readLater();
  }

  void onFailure(IOException failure) {
    later(
        () -> {
          if (!closed) {
            pipeline().fireExceptionCaught(failure);
            unsafe().close(voidPromise());
          }
        });
  }

  void onWritable() {
    later(resume);
  }

  private void readLater() {
    if (readPending) {
      later(read);
    }
  }

  private void read0() {
    if (closed || !readPending || inbound.isEmpty() && !inputEnded) {
      return;
    }
    readPending = false;
    var handle = unsafe().recvBufAllocHandle();
    handle.reset(config);
    int read = 0;
    while (!inbound.isEmpty()) {
      ByteBuf buffer = handle.allocate(config.getAllocator());
      handle.attemptedBytesRead(buffer.writableBytes());
      fill(buffer);
      read += buffer.readableBytes();
      handle.lastBytesRead(buffer.readableBytes());
      handle.incMessagesRead(1);
      pipeline().fireChannelRead(buffer);
      if (!handle.continueReading()) {
        break;
      }
    }
    if (read > 0) {
      loop().host().spendOnCall(read);
      in.read(read);
      handle.readComplete();
      pipeline().fireChannelReadComplete();
    }
    if (inputEnded && inbound.isEmpty()) {
      unsafe().close(voidPromise());
    }
  }

  private void fill(ByteBuf buffer) {
    while (buffer.isWritable() && !inbound.isEmpty()) {
      byte[] head = inbound.peek();
      int bytes = Math.min(buffer.writableBytes(), head.length - headRead);
      buffer.writeBytes(head, headRead, bytes);
      headRead += bytes;
      if (headRead == head.length) {
        headRead = 0;
        inbound.poll();
      }
    }
  }

  @Override
  protected void doBeginRead() {
    readPending = true;
    if (!inbound.isEmpty() || inputEnded) {
      readLater();
    }
  }

  @Override
  protected void doWrite(ChannelOutboundBuffer buffer) {
    int written = 0;
    for (Object message = buffer.current(); message != null; message = buffer.current()) {
      ByteBuf content = (ByteBuf) message;
      int bytes = Math.min(out.writableBytes(), content.readableBytes());
      if (bytes <= 0 && content.isReadable()) {
        break;
      }
      byte[] sent = new byte[bytes];
      content.getBytes(content.readerIndex(), sent);
      if (bytes > 0) {
        out.send(sent);
        buffer.removeBytes(bytes);
        written += bytes;
      } else {
        buffer.remove();
      }
    }
    if (written > 0) {
      loop().host().spendOnCall(written);
    }
  }

  @Override
  protected void doClose() {
    if (connecting != null) {
      ChannelPromise promise = connecting;
      endConnecting();
      promise.tryFailure(new java.nio.channels.ClosedChannelException());
    }
    boolean wasClosed = closed;
    closed = true;
    active = false;
    if (!wasClosed && out != null) {
      if (inbound.isEmpty()) {
        out.end();
      } else {
        out.reset();
      }
    }
  }

  @Override
  protected void doDisconnect() {
    doClose();
  }

  @Override
  protected void doBind(SocketAddress address) {
    local = (InetSocketAddress) address;
  }

  @Override
  protected AbstractUnsafe newUnsafe() {
    return new SimulatedUnsafe();
  }

  /** Connects, and continues writing when there is space again. */
  private final class SimulatedUnsafe extends AbstractUnsafe {

    @Override
    public void connect(SocketAddress address, SocketAddress from, ChannelPromise promise) {
      if (promise.setUncancellable() && ensureOpen(promise)) {
        dial((InetSocketAddress) address, promise);
      }
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
    return remote;
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
    return active;
  }

  @Override
  public ChannelMetadata metadata() {
    return METADATA;
  }
}
