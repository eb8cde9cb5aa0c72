package io.synod.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.synod.core.command.BatchEntry;
import io.synod.core.command.SkipEntry;
import io.synod.core.settings.BatchLimits;
import io.synod.network.transport.FailureWords;
import io.synod.network.transport.Transport;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.EntryFrameWriter;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameDecoder;
import io.synod.network.wire.FrameHandler;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.MoveLeader;
import io.synod.network.wire.Refused;
import io.synod.network.wire.Status;
import io.synod.network.wire.TryLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks one replica, in any role, for its status, or has it do something and returns the status
 * before. All methods block, for {@code timeout} at most, which is more than zero. Any thread.
 */
public final class ReplicaStatus {
  private static final int BODY_BYTES_MAX = 16 << 20;

  private ReplicaStatus() {}

  /**
   * Connects, asks, and closes the connection. Blocks until then.
   *
   * @param replica its client address
   * @return the status, a JSON object
   * @throws IOException if there is no status within {@code timeout}; the message names the replica
   *     and what happened
   */
  public static String fetch(InetSocketAddress replica, Duration timeout)
      throws IOException, InterruptedException {
    return ask(replica, timeout, Frame.empty(ByteBufAllocator.DEFAULT, FrameType.STATUS_REQUEST));
  }

  /**
   * Has the replica measure the bandwidth of its links to its peers. Returns before it has; a later
   * status has the results.
   *
   * @param replica its client address
   * @param cluster its name: others than its clients must not load its links
   * @return the status now, a JSON object
   * @throws IOException if there is no answer within {@code timeout}; the message names the replica
   *     and what happened
   */
  public static String measureLinks(InetSocketAddress replica, String cluster, Duration timeout)
      throws IOException, InterruptedException {
    return ask(
        replica, cluster, Frame.empty(ByteBufAllocator.DEFAULT, FrameType.MEASURE_LINKS), timeout);
  }

  /**
   * Has the replica keep to other limits of its batches for a time, if it leads and {@code
   * tuning.trials} allows it, within what it may choose by itself. Another call replaces them.
   *
   * @param replica its client address
   * @param cluster its name
   * @param maxBytes of a batch, at least 1
   * @param window batches that may be undecided, at least 1
   * @param length of the trial, a minute at most; zero ends it
   * @return the status before, a JSON object
   * @throws IOException if there is no answer within {@code timeout}; the message names the replica
   *     and what happened
   */
  public static String tryLimits(
      InetSocketAddress replica,
      String cluster,
      int maxBytes,
      int window,
      Duration length,
      Duration timeout)
      throws IOException, InterruptedException {
    TryLimits trial = new TryLimits(new BatchLimits(maxBytes, window), length.toNanos());
    return ask(replica, cluster, trial.encode(ByteBufAllocator.DEFAULT), timeout);
  }

  /**
   * Has the leader transfer its leadership. Another replica ignores this. A later status shows in
   * {@code transfer} how many transfers have ended, and why the last one failed.
   *
   * @param leader its client address
   * @param cluster its name
   * @param to the replica that is to lead; -1 for the one of the highest priority, and among equals
   *     the one that knows most
   * @return the leader's status before, a JSON object
   * @throws IOException if there is no answer within {@code timeout}; the message names the replica
   *     and what happened
   */
  public static String moveLeader(
      InetSocketAddress leader, String cluster, int to, Duration timeout)
      throws IOException, InterruptedException {
    return ask(leader, cluster, new MoveLeader(to).encode(ByteBufAllocator.DEFAULT), timeout);
  }

  /**
   * Has a replica or a learner take a snapshot of all that it has executed, unless it has one. A
   * later status shows the newest in {@code storage.snapshotEnd}.
   *
   * @param replica its client address
   * @param cluster its name
   * @return the status before, a JSON object
   * @throws IOException if there is no answer within {@code timeout}; the message names the replica
   *     and what happened
   */
  public static String takeSnapshot(InetSocketAddress replica, String cluster, Duration timeout)
      throws IOException, InterruptedException {
    return ask(
        replica, cluster, Frame.empty(ByteBufAllocator.DEFAULT, FrameType.TAKE_SNAPSHOT), timeout);
  }

  /**
   * Has the cluster skip a request at which its service has halted ({@code service.on-exception =
   * stop}). Only the leader takes this. A later status shows whether the service goes on.
   *
   * @param leader its client address
   * @param cluster its name
   * @param slot of the request
   * @param request its index in the slot
   * @return the leader's status before, a JSON object
   * @throws IOException if there is no answer within {@code timeout}; the message names the replica
   *     and what happened
   */
  public static String skip(
      InetSocketAddress leader, String cluster, long slot, int request, Duration timeout)
      throws IOException, InterruptedException {
    byte[] skip = new SkipEntry(slot, request).payload();
    return propose(leader, cluster, BatchEntry.SKIP, skip, timeout);
  }

  /** Of no session, but no other connection may have the same. */
  static String propose(
      InetSocketAddress leader, String cluster, long control, byte[] payload, Duration timeout)
      throws IOException, InterruptedException {
    int bytes = BatchEntry.HEADER_BYTES + payload.length;
    EntryFrameWriter entry = EntryFrameWriter.requests(ByteBufAllocator.DEFAULT, bytes);
    entry.begin(bytes);
    entry.add(new SecureRandom().nextLong(), control, 0, payload);
    ByteBuf status = Frame.empty(ByteBufAllocator.DEFAULT, FrameType.STATUS_REQUEST);
    return ask(leader, cluster, Unpooled.wrappedBuffer(entry.finish(), status), timeout);
  }

  /** Asks behind a hello: strangers must not. */
  static String ask(InetSocketAddress replica, String cluster, ByteBuf question, Duration timeout)
      throws IOException, InterruptedException {
    ByteBuf hello = new ClientHello(cluster).encode(ByteBufAllocator.DEFAULT);
    return ask(replica, timeout, Unpooled.wrappedBuffer(hello, question));
  }

  /**
   * @param question sent once connected; released
   */
  private static String ask(InetSocketAddress replica, Duration timeout, ByteBuf question)
      throws IOException, InterruptedException {
    Conversation conversation = new Conversation(question);
    String name = ReplicaAddresses.text(replica);
    EventLoopGroup loops = Transport.chosen().eventLoops(1, "synod-status");
    try {
      return ask(conversation, loops, replica, timeout)
          .get(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      throw new IOException("%s: no status within %d ms".formatted(name, timeout.toMillis()), late);
    } catch (ExecutionException failure) {
      Throwable cause = failure.getCause();
      throw new IOException("%s: %s".formatted(name, cause.getMessage()), cause);
    } finally {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
      question.release();
    }
  }

  private static CompletableFuture<String> ask(
      Conversation conversation,
      EventLoopGroup loops,
      InetSocketAddress replica,
      Duration timeout) {
    long millis = Math.min(Integer.MAX_VALUE - 1L, TimeUnit.MILLISECONDS.convert(timeout));
    ChannelFuture connecting =
        Transport.chosen()
            .dialler(WriteBufferWaterMark.DEFAULT)
            .group(loops)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) millis + 1)
            .handler(conversation)
            .connect(replica);
    connecting.addListener(
        done -> {
          if (!done.isSuccess()) {
            conversation.fail(FailureWords.of(done.cause()));
          }
        });
    return conversation.status;
  }

  /** The only connection's events, on its event loop. */
  private static final class Conversation extends ChannelInboundHandlerAdapter
      implements FrameHandler {
    private final CompletableFuture<String> status = new CompletableFuture<>();
    private final ByteBuf question;

    Conversation(ByteBuf question) {
      this.question = question;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      FrameDecoder decoder = new FrameDecoder(BODY_BYTES_MAX, this);
      context.pipeline().addBefore(context.name(), "frames", decoder);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      context.writeAndFlush(question.retain());
    }

    @Override
    public void onFrame(FrameType type, ByteBuf body) throws MalformedFrame {
      switch (type) {
        case WELCOME, LEADER, BUSY -> {
          // The answer comes behind it.
        }
        case STATUS -> status.complete(Status.decode(body).json());
        case REFUSED -> fail("refused: " + Refused.decode(body).reason());
        default -> throw MalformedFrame.unexpected(type, "in answer to a status request");
      }
    }

    @Override
    public void onReadComplete() {
      // The answer is a single frame, handled when it is whole.
    }

    @Override
    public void onMalformed(MalformedFrame reason) {
      fail("it broke the protocol: " + reason.getMessage());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      fail("it closed the connection without a status; is this the client port of a replica?");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      if (cause instanceof IOException) {
        fail(FailureWords.of(cause));
      } else {
        status.completeExceptionally(cause);
      }
      context.close();
    }

    private void fail(String reason) {
      status.completeExceptionally(new IOException(reason));
    }
  }
}
