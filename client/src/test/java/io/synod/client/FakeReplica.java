package io.synod.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.synod.core.cluster.View;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.settings.Consistency;
import io.synod.network.transport.Transport;
import io.synod.network.wire.Busy;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.EntryReader;
import io.synod.network.wire.FrameDecoder;
import io.synod.network.wire.FrameHandler;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Levels;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.Members;
import io.synod.network.wire.Refused;
import io.synod.network.wire.ReplyFrameWriter;
import io.synod.network.wire.Status;
import io.synod.network.wire.Welcome;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A replica's client port on loopback, with the behaviour that a test gives it. It answers a
 * request with the request, and one that begins with an exclamation mark with a service error.
 */
final class FakeReplica implements AutoCloseable {
  static final String CLUSTER = "fake";
  static final int PAYLOAD_BYTES = 100_000;

  private final int number;
  private final EventLoopGroup loops;
  private final Channel listener;
  private final List<Channel> connections = new CopyOnWriteArrayList<>();
  private final Map<Long, Long> expected = new ConcurrentHashMap<>();

  final AtomicLong executed = new AtomicLong();
  final AtomicInteger closes = new AtomicInteger();

  /** As many request frames are refused with BUSY. */
  final AtomicInteger busies = new AtomicInteger();

  /** As many request frames close their connection unanswered. */
  final AtomicInteger drops = new AtomicInteger();

  /** The first request of a connection is refused with this reason; null if it is not. */
  volatile String refusesSessions;

  final AtomicInteger refusals = new AtomicInteger();

  /** Requests and queries are not answered. */
  volatile boolean silent;

  /** Queries are answered with NOT_LEADER. */
  volatile boolean refusesReads;

  /** Of each frame of queries that came. */
  final Queue<Consistency> queried = new ConcurrentLinkedQueue<>();

  /** Not even the hello is answered. */
  volatile boolean deaf;

  volatile boolean talksGarbage;

  /** What the welcome says. */
  volatile Levels levels = Levels.OWN;

  volatile Leadership leadership;

  /** Sent behind the welcome to clients that know it; null for none. */
  volatile Members members;

  FakeReplica(int number) {
    this.number = number;
    this.leadership = leads(number, 1, "");
    this.loops = Transport.chosen().eventLoops(1, "fake-replica-" + number);
    this.listener =
        Transport.chosen()
            .listener(WriteBufferWaterMark.DEFAULT)
            .group(loops)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    connections.add(channel);
                    Conversation conversation = new Conversation(channel);
                    channel.pipeline().addLast(new FrameDecoder(1 << 20, conversation));
                    channel.pipeline().addLast(conversation);
                  }
                })
            .bind(new InetSocketAddress("127.0.0.1", 0))
            .syncUninterruptibly()
            .channel();
  }

  static Leadership leads(int replica, long round, String address) {
    return new Leadership(new View(round, Math.max(0, replica)), replica, address);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) listener.localAddress();
  }

  String text() {
    return ReplicaAddresses.text(address());
  }

  int connections() {
    return connections.size();
  }

  /** Ends every connection, and waits for that. */
  void disconnectAll() {
    connections.forEach(connection -> connection.close().syncUninterruptibly());
  }

  /** Changes the leader, and announces it to the clients. */
  void announce(Leadership news) {
    leadership = news;
    for (Channel connection : connections) {
      connection.writeAndFlush(news.encode(connection.alloc()));
    }
  }

  @Override
  public void close() {
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private final class Conversation extends ChannelInboundHandlerAdapter implements FrameHandler {
    private final Channel channel;
    private long refusedFrom = Long.MAX_VALUE;

    private Conversation(Channel channel) {
      this.channel = channel;
    }

    @Override
    public void onFrame(FrameType type, ByteBuf body) throws MalformedFrame {
      switch (type) {
        case CLIENT_HELLO -> hello(ClientHello.decode(body));
        case REQUESTS -> requests(body);
        case QUERIES -> queries(body);
        case STATUS_REQUEST -> {
          if (talksGarbage) {
            talkGarbage();
          } else if (!deaf) {
            channel.writeAndFlush(
                new Status("{\"replica\":" + number + "}").encode(channel.alloc()));
          }
        }
        default -> throw MalformedFrame.unexpected(type, "here");
      }
    }

    private void talkGarbage() {
      channel.writeAndFlush(Unpooled.copiedBuffer("HTTP/1.1 200 OK", StandardCharsets.UTF_8));
    }

    private void hello(ClientHello hello) {
      if (deaf) {
        return;
      }
      if (!hello.clusterName().equals(CLUSTER)) {
        String reason = "this is cluster '%s', not '%s'".formatted(CLUSTER, hello.clusterName());
        channel.writeAndFlush(new Refused(reason).encode(channel.alloc()));
        channel.close();
        return;
      }
      Welcome welcome = new Welcome(number, leadership, PAYLOAD_BYTES, 4096, levels);
      channel.writeAndFlush(welcome.encode(channel.alloc()));
      if (members != null && hello.takesMembers()) {
        channel.writeAndFlush(members.encode(channel.alloc()));
      }
    }

    private void requests(ByteBuf body) throws MalformedFrame {
      if (refusesSessions != null) {
        refusals.incrementAndGet();
        channel.writeAndFlush(new Refused(refusesSessions).encode(channel.alloc()));
        channel.close();
        return;
      }
      long session = EntryReader.session(body, body.readerIndex());
      long first = EntryReader.sequence(body, body.readerIndex());
      if (first == BatchEntry.CLOSE) {
        closes.incrementAndGet();
      }
      if (leadership.leader() != number) {
        channel.writeAndFlush(leadership.encode(channel.alloc()));
      } else if (drops.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        channel.close();
      } else if (talksGarbage) {
        talkGarbage();
      } else if (first > refusedFrom || busies.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        refusedFrom = Math.min(refusedFrom, first);
        channel.writeAndFlush(new Busy(session, first).encode(channel.alloc()));
      } else if (!silent) {
        refusedFrom = Long.MAX_VALUE;
        execute(body);
      }
    }

    private void execute(ByteBuf body) throws MalformedFrame {
      ReplyFrameWriter replies = ReplyFrameWriter.replies(channel.alloc(), 1 << 20);
      replies.begin();
      EntryReader.read(
          body,
          (session, sequence, outstanding, in, at, bytes) ->
              executeOne(session, sequence, ByteBufUtil.getBytes(in, at, bytes), replies));
      channel.writeAndFlush(replies.finish());
    }

    private void executeOne(long session, long sequence, byte[] payload, ReplyFrameWriter replies) {
      long next = expected.getOrDefault(session, 1L);
      if (sequence > next) {
        byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(next).array();
        replies.add(session, sequence, ReplyStatus.OUT_OF_ORDER, bytes);
        return;
      }
      if (sequence == next) {
        expected.put(session, sequence + 1);
        executed.incrementAndGet();
      }
      boolean refused = payload.length > 0 && payload[0] == '!';
      replies.add(session, sequence, refused ? ReplyStatus.SERVICE_ERROR : ReplyStatus.OK, payload);
    }

    private void queries(ByteBuf body) throws MalformedFrame {
      if (silent) {
        return;
      }
      ReplyFrameWriter replies = ReplyFrameWriter.queryReplies(channel.alloc(), 1 << 20);
      replies.begin();
      ReplyStatus status = ReplyStatus.OK;
      Consistency asked = Consistency.ofCode(EntryReader.session(body, body.readerIndex()));
      queried.add(asked);
      if (refusesReads || leadership.leader() != number && !asked.isAnywhere()) {
        status = ReplyStatus.NOT_LEADER;
      } else if (busies.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        status = ReplyStatus.BUSY;
      }
      ReplyStatus chosen = status;
      EntryReader.read(
          body,
          (session, sequence, outstanding, in, at, bytes) ->
              replies.add(0, sequence, chosen, ByteBufUtil.getBytes(in, at, bytes)));
      channel.writeAndFlush(replies.finish());
    }

    @Override
    public void onReadComplete() {
      // Every frame is answered when it comes.
    }

    @Override
    public void onMalformed(MalformedFrame reason) {
      channel.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      connections.remove(channel);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      channel.close();
    }
  }
}
