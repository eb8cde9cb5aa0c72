package io.synod.network.ingress;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import io.synod.network.transport.LastFrame;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.FrameDecoder;
import io.synod.network.wire.FrameHandler;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.MeasureLinks;
import io.synod.network.wire.Refused;
import io.synod.network.wire.Status;
import io.synod.network.wire.StatusRequest;
import io.synod.network.wire.Welcome;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection, from its hello to its end. Confined to its event loop, except for what
 * {@link ClientConnection} promises.
 */
final class AcceptedClient extends ChannelDuplexHandler implements FrameHandler, ClientConnection {
  private static final Logger log = LoggerFactory.getLogger(AcceptedClient.class);

  // Strangers cannot make this replica allocate more than this.
  private static final int HANDSHAKE_BYTES_MAX = 1 << 12;

  // Times the buffer: reading has stopped long before, so such a client does not read at all.
  private static final long UNSENT_FACTOR_MAX = 4;

  private final IngressPort port;
  private final Channel channel;
  private final long id;

  private FrameDecoder decoder;
  private Future<?> handshakeTimeout;

  // Null until the client has said hello.
  private RequestAdmission admission;
  private SubscriberFrames subscriber;

  // Whether answers wait for the end of the read that has caused them.
  private boolean answered;

  // Nothing that happens to the connection from here on is told or logged.
  private volatile boolean ended;

  AcceptedClient(IngressPort port, Channel channel) {
    this.port = port;
    this.channel = channel;
    this.id = port.lastId().incrementAndGet();
  }

  void addToChannel() {
    decoder = new FrameDecoder(HANDSHAKE_BYTES_MAX, this);
    channel.pipeline().addLast(decoder, this);
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public boolean isOpen() {
    return !ended;
  }

  @Override
  public ByteBufAllocator allocator() {
    return channel.alloc();
  }

  @Override
  public void send(ByteBuf frames) {
    // Before these: however long they are, whoever has taken the others gets them.
    boolean isSlow =
        !channel.isWritable() && channel.isActive() && unsentBytes() > unsentBytesMax();
    channel.writeAndFlush(frames, channel.voidPromise());
    if (isSlow) {
      channel.eventLoop().execute(this::closeSlow);
    }
  }

  /** Sends at the end of the read that is being handled. */
  void answer(ByteBuf frame) {
    answered = true;
    channel.write(frame, channel.voidPromise());
  }

  /** Whether more of what the client sends is wanted. Any thread. */
  boolean isReading() {
    return channel.config().isAutoRead();
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    IngressTally tally = port.tally();
    tally.accepted.increment();
    channel.closeFuture().addListener(closed -> tally.connections.decrementAndGet());
    if (tally.connections.incrementAndGet() > port.settings().connectionsMax()) {
      refuse(
          "%s has %d clients and takes no more"
              .formatted(port.settings().who(), port.settings().connectionsMax()));
      return;
    }
    handshakeTimeout =
        channel
            .eventLoop()
            .schedule(
                () -> close("no handshake in time"),
                port.settings().handshakeNanos(),
                TimeUnit.NANOSECONDS);
  }

  @Override
  public void onFrame(FrameType type, ByteBuf body) throws MalformedFrame {
    if (type == FrameType.REQUESTS && admission != null) {
      admission.onRequests(body);
    } else if (type == FrameType.QUERIES && admission != null) {
      admission.onQueries(body);
    } else if (admission != null && SubscriberFrames.isOne(type)) {
      String refusal = subscriber.onFrame(type, body);
      if (refusal != null) {
        refuse("%s %s".formatted(port.settings().who(), refusal));
      }
    } else if (type == FrameType.STATUS_REQUEST) {
      StatusRequest.decode(body);
      handshakeTimeout.cancel(false);
      answer(new Status(port.listener().statusJson()).encode(allocator()));
    } else if (type == FrameType.MEASURE_LINKS) {
      MeasureLinks.decode(body);
      handshakeTimeout.cancel(false);
      port.listener().measureLinks();
      answer(new Status(port.listener().statusJson()).encode(allocator()));
    } else if (type == FrameType.CLIENT_HELLO && admission == null) {
      onHello(ClientHello.decode(body));
    } else {
      throw MalformedFrame.unexpected(
          type, admission == null ? "before a hello" : "on the clients' port");
    }
  }

  @Override
  public void onReadComplete() {
    if (admission != null) {
      admission.onReadComplete();
    }
    if (answered) {
      answered = false;
      channel.flush();
    } else {
      port.listener().onWorked();
    }
  }

  @Override
  public void flush(ChannelHandlerContext context) {
    context.flush();
    port.listener().onWorked();
  }

  @Override
  public void onMalformed(MalformedFrame reason) {
    port.tally().malformed.increment();
    if (admission == null && reason.kind() == MalformedFrame.Kind.VERSION) {
      end("refused: " + reason.getMessage());
      LastFrame.send(channel, new Refused(reason.getMessage()).encode(allocator()));
    } else {
      close(reason.getMessage());
    }
  }

  /** A client that does not take its answers gets no more work done. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    channel.config().setAutoRead(channel.isWritable());
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    end(null);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      close(cause.getMessage());
    } else {
      close(cause.toString());
      port.listener().onFailure(cause);
    }
  }

  private void onHello(ClientHello hello) {
    IngressSettings settings = port.settings();
    if (!hello.clusterName().equals(settings.clusterName())) {
      refuse(
          "this is cluster '%s', not '%s'".formatted(settings.clusterName(), hello.clusterName()));
      return;
    }
    handshakeTimeout.cancel(false);
    decoder.limit(settings.maxFrameBytes());
    admission = new RequestAdmission(this, port);
    subscriber = new SubscriberFrames(this, port.listener().subscriptions());
    Leadership leadership = port.listener().leadership();
    answer(
        new Welcome(
                settings.self(), leadership, settings.payloadBytesMax(), settings.outstandingMax())
            .encode(allocator()));
    port.connections().add(this);
    // What was announced before the line above did not come here.
    Leadership newest = port.listener().leadership();
    if (!newest.equals(leadership)) {
      answer(newest.encode(allocator()));
    }
  }

  private void refuse(String reason) {
    port.tally().refused.increment();
    end("refused: " + reason);
    LastFrame.send(channel, new Refused(reason).encode(allocator()));
  }

  private void closeSlow() {
    if (!ended && channel.isActive()) {
      port.tally().slow.increment();
      close(
          "%d bytes wait for the client to read, the limit is %d"
              .formatted(unsentBytes(), unsentBytesMax()));
    }
  }

  private void close(String reason) {
    end(reason);
    channel.close();
  }

  /**
   * Takes the connection out of use.
   *
   * @param reason null if the client has simply gone
   */
  private void end(String reason) {
    if (ended) {
      return;
    }
    ended = true;
    decoder.stop();
    if (handshakeTimeout != null) {
      handshakeTimeout.cancel(false);
    }
    boolean told = !port.closing().get();
    if (told && reason != null) {
      log.warn(
          "{}: connection {} of the client at {} ended: {}",
          port.settings().who(),
          id,
          channel.remoteAddress(),
          reason);
    }
    if (admission != null) {
      port.connections().remove(this);
      if (told) {
        subscriber.onEnd();
        port.listener().onClosed(this);
      }
    }
  }

  private long unsentBytes() {
    // The reverse of what Netty tells: bytes to drain until the low water mark, half the buffer.
    return channel.bytesBeforeWritable() + port.settings().clientBufferBytes() / 2;
  }

  private long unsentBytesMax() {
    return UNSENT_FACTOR_MAX * port.settings().clientBufferBytes();
  }
}
