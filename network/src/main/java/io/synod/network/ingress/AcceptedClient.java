package io.synod.network.ingress;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.synod.core.settings.AdminFrom;
import io.synod.network.transport.FailureWords;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameDecoder;
import io.synod.network.wire.FrameHandler;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.Members;
import io.synod.network.wire.Refused;
import io.synod.network.wire.Status;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One client's connection, from its hello to its end. Confined to its event loop, except for what
 * {@link ClientConnection} promises.
 */
final class AcceptedClient extends ChannelDuplexHandler implements FrameHandler, ClientConnection {
  // Strangers cannot make this replica allocate more than this.
  private static final int HANDSHAKE_BYTES_MAX = 1 << 13;

  private final IngressPort port;
  private final IngressLimits limits;
  private final Channel channel;
  private final Outbound outbound;
  private final Greeting greeting;
  private final long id;

  private FrameDecoder decoder;
  private Future<?> handshakeTimeout;
  private long heardNanos;

  // Null until the client has said hello.
  private RequestAdmission admission;
  private SubscriberFrames subscriber;
  private OperatorFrames operator;

  // How often events were wanted that do not follow yet.
  private final AtomicInteger eventsWanted = new AtomicInteger();

  // Those whose places it has until it is forgotten.
  private volatile int sessionsAtEnd;

  // Whether answers wait for the end of the read that has caused them.
  private boolean answered;

  // From here on no event of the connection is reported or logged.
  private volatile boolean ended;

  AcceptedClient(IngressPort port, Channel channel) {
    this.port = port;
    this.limits = port.limits();
    this.channel = channel;
    this.outbound = new Outbound(channel, this, port);
    this.greeting = new Greeting(this, port);
    heardNanos = port.nanoTime();
    this.id = port.nextId();
  }

  void addToChannel() {
    decoder = new FrameDecoder(HANDSHAKE_BYTES_MAX, this, port.unfinished());
    channel.pipeline().addLast(decoder, this);
  }

  /** By the id, so that a set of clients has the same order in each run of a simulation. */
  @Override
  public int hashCode() {
    return Long.hashCode(id);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
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
  public boolean takesReplies() {
    return outbound.bytes() < limits.clientBufferBytes() && port.hasReplyCapacity(outbound.bytes());
  }

  @Override
  public void awaitReplies() {
    port.replies().await(this);
    if (ended) {
      port.replies().forget(this);
    }
  }

  @Override
  public void send(ByteBuf frames) {
    outbound.send(frames);
  }

  /** Counts that events are wanted; false if that has to wait too often, for each session once. */
  boolean mayWantEvents() {
    return eventsWanted.incrementAndGet() <= limits.sessionsMax() && port.addEventsWanted();
  }

  @Override
  public void eventsFollow() {
    eventsWanted.decrementAndGet();
    port.removeEventsWanted();
  }

  @Override
  public void sessionClosed(long session) {
    admission.sessionClosed(session);
  }

  @Override
  public boolean hadSessions() {
    return admission.hadSessions();
  }

  @Override
  public void forgotten() {
    port.removeSessions(sessionsAtEnd);
  }

  /** Sends at the end of the read that is being handled. */
  void answer(ByteBuf frame) {
    answered = true;
    outbound.answer(frame);
  }

  /** Whether more of what the client sends is wanted. Any thread. */
  boolean isReading() {
    return channel.config().isAutoRead();
  }

  /** Whether the connection is one of {@code loop}. Any thread. */
  boolean isOf(EventExecutor loop) {
    return channel.eventLoop() == loop;
  }

  /** Any thread. */
  Outbound outbound() {
    return outbound;
  }

  /** Bytes that were sent to the client and not taken by its socket. Any thread. */
  long unsentBytes() {
    return outbound.bytes();
  }

  /** Closes the connection if the client takes too long for anything. On the event loop. */
  void checkTime(long nowNanos) {
    if (ended) {
      return;
    }
    decoder.checkTime(nowNanos);
    IngressLimits.Times times = limits.times();
    if (outbound.stalledNanos(nowNanos) > times.stalledNanos()) {
      port.tally().slow.increment();
      close(
          "it took none of the %d bytes that wait for it for %d ms"
              .formatted(unsentBytes(), TimeUnit.NANOSECONDS.toMillis(times.stalledNanos())));
    } else if (nowNanos - heardNanos > times.idleNanos() && isIdle()) {
      // An idle client that is well comes back when it needs to: nothing to warn of.
      end(null);
      channel.close();
    }
  }

  /** A subscriber may have nothing to say for ever; one whose answers wait is not idle. */
  private boolean isIdle() {
    return (subscriber == null || !subscriber.isSubscribed()) && unsentBytes() == 0;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    IngressTally tally = port.tally();
    port.accepted().add(this);
    channel.closeFuture().addListener(closed -> onChannelClosed());
    if (tally.connections.incrementAndGet() > limits.connectionsMax()) {
      refuse(
          ("%s has %d client connections, as many as network.max-connections and its limit of open files"
                  + " allow; connect to another replica, or raise the lower one")
              .formatted(port.settings().who(), limits.connectionsMax()));
      return;
    }
    handshakeTimeout =
        channel
            .eventLoop()
            .schedule(
                () -> close("no complete handshake in time"),
                limits.times().handshakeNanos(),
                TimeUnit.NANOSECONDS);
  }

  private void onChannelClosed() {
    port.tally().connections.decrementAndGet();
    port.accepted().remove(this);
    port.replies().forget(this);
  }

  @Override
  public void onFrame(FrameType type, ByteBuf body) throws MalformedFrame {
    if (type == FrameType.REQUESTS && admission != null) {
      admission.onRequests(body);
    } else if (type == FrameType.QUERIES && admission != null) {
      admission.onQueries(body);
    } else if (type == FrameType.WANT_EVENTS && admission != null) {
      admission.onWantEvents(body);
    } else if (admission != null && SubscriberFrames.isOne(type)) {
      String refusal = subscriber.onFrame(type, body);
      if (refusal != null) {
        refuse("%s %s".formatted(port.settings().who(), refusal));
      }
    } else if (type == FrameType.STATUS_REQUEST) {
      Frame.checkEmpty(body);
      handshakeTimeout.cancel(false);
      answer(new Status(port.statusJson()).encode(allocator()));
    } else if (admission != null && OperatorFrames.isOne(type)) {
      operator.onFrame(type, body);
    } else if (type == FrameType.CLIENT_HELLO && admission == null) {
      onHello(ClientHello.decode(body));
    } else if (type == FrameType.PEER_HELLO && admission == null) {
      refuseReplica();
    } else {
      throw MalformedFrame.unexpected(
          type, admission == null ? "before a hello" : "on the clients' port");
    }
  }

  @Override
  public void onReadComplete() {
    heardNanos = port.nanoTime();
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
      port.lastFrames().send(channel, new Refused(reason.getMessage()).encode(allocator()));
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

  /** Any exception costs this connection only. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      port.log().gone(words(), FailureWords.of(cause));
      end(null);
      channel.close();
      return;
    }
    if (!ended) {
      port.log().failed(words(), cause);
    }
    end(null);
    channel.close();
    port.listener().onBug(cause);
  }

  private void onHello(ClientHello hello) {
    String refusal = greeting.refusal(hello);
    if (refusal != null) {
      refuse(refusal);
      return;
    }
    handshakeTimeout.cancel(false);
    decoder.limit(limits.maxFrameBytes());
    admission = new RequestAdmission(this, port);
    subscriber = new SubscriberFrames(this, port);
    operator = new OperatorFrames(this, port);
    greeting.welcome(hello);
  }

  /** Whether the client has said that it knows {@link Members}. Any thread. */
  boolean takesMembers() {
    return greeting.takesMembers();
  }

  /** Whether the client may act as an operator; refuses it if not. */
  boolean mayAdminister() {
    AdminFrom admin = port.settings().admin();
    boolean allowed = admin == AdminFrom.ANY || admin == AdminFrom.LOOPBACK && isOfThisMachine();
    if (!allowed) {
      String remedy =
          admin == AdminFrom.LOOPBACK
              ? "run them on its machine"
              : "set it to loopback or any in its file, and restart it";
      refuse(
          "%s takes no operator's commands from %s: its admin.from is %s, so %s"
              .formatted(
                  port.settings().who(),
                  channel.remoteAddress(),
                  admin.name().toLowerCase(Locale.ROOT),
                  remedy));
    }
    return allowed;
  }

  /** A program that dials an address of its own machine connects from that address. */
  private boolean isOfThisMachine() {
    return channel.remoteAddress() instanceof InetSocketAddress remote
        && channel.localAddress() instanceof InetSocketAddress local
        && remote.getAddress() != null
        && (remote.getAddress().isLoopbackAddress()
            || remote.getAddress().equals(local.getAddress()));
  }

  /** A replica takes this for the port for replicas; it tries again and again. */
  private void refuseReplica() {
    Refused refusal =
        Refused.wrongPort(
            "the port for clients of %s, not a port for replicas".formatted(port.settings().who()));
    port.log().wrongPort(words(), refusal.reason());
    end(null);
    send(refusal);
  }

  /** Ends the connection, telling the client why. */
  void refuse(String reason) {
    end("refused: " + reason);
    send(new Refused(reason));
  }

  private void send(Refused refusal) {
    port.tally().refused.increment();
    port.lastFrames().send(channel, refusal.encode(allocator()));
  }

  /** Ends the connection; the client does not learn why. */
  void close(String reason) {
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
    boolean isSaid = !port.closing().get();
    if (isSaid && reason != null) {
      port.log().ended(words(), reason);
    }
    if (admission != null) {
      port.greeted().remove(this);
      sessionsAtEnd = admission.end();
      if (isSaid) {
        subscriber.onEnd();
        port.listener().onClosed(this);
      }
    }
  }

  private String words() {
    return "connection %d of the client at %s".formatted(id, channel.remoteAddress());
  }
}
