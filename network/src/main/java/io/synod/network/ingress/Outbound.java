package io.synod.network.ingress;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.DefaultChannelProgressivePromise;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What is sent to one client: the bytes that buffers take and its socket has not taken. Disconnects
 * a client for which too many wait. Any thread.
 *
 * <p>Invariant: what is booked here is booked in the port's {@link ReplyMemory} too.
 */
final class Outbound {
  // Times the buffer: reading has stopped long before, so such a client does not read at all.
  private static final long UNSENT_FACTOR_MAX = 4;

  private final Channel channel;
  private final AcceptedClient client;
  private final IngressPort port;
  private final ReplyMemory memory;
  private final AtomicLong bytes = new AtomicLong();

  // When the socket last took something, or had nothing to take.
  private volatile long takenNanos;

  Outbound(Channel channel, AcceptedClient client, IngressPort port) {
    this.channel = channel;
    this.client = client;
    this.port = port;
    memory = port.replies();
    takenNanos = port.nanoTime();
  }

  long bytes() {
    return bytes.get();
  }

  /** For how long the socket has taken nothing of what waits; 0 if nothing waits. */
  long stalledNanos(long nowNanos) {
    return bytes.get() == 0 ? 0 : nowNanos - takenNanos;
  }

  /** Sends whole frames, which are released, at once. */
  void send(ByteBuf frames) {
    // Before these frames, whatever their length: a client that has taken the earlier ones gets
    // them.
    boolean isSlow = bytes.get() > bytesMax();
    if (write(frames, true)) {
      port.closeGreediest();
    }
    if (isSlow) {
      channel.eventLoop().execute(() -> closeSlow(bytesMax()));
    }
  }

  /** Sends a frame at the end of the read that has caused it. On the event loop. */
  void answer(ByteBuf frame) {
    boolean isFull = write(frame, false);
    // What this read causes must not wait until the event loop has closed another connection.
    long most = isFull ? port.limits().clientBufferBytes() : bytesMax();
    if (bytes.get() > most) {
      closeSlow(most);
    } else if (isFull) {
      port.closeGreediest();
    }
  }

  private long bytesMax() {
    return UNSENT_FACTOR_MAX * port.limits().clientBufferBytes();
  }

  private void closeSlow(long most) {
    if (client.isOpen() && channel.isActive()) {
      port.tally().slow.increment();
      client.close(
          "%d bytes wait for the client to read, the limit is %d".formatted(bytes(), most));
    }
  }

  /**
   * Closes the connection: more waits for it than for any other, and too much for all.
   *
   * @param then called once it is closed
   */
  void closeGreedy(Runnable then) {
    channel
        .eventLoop()
        .execute(
            () -> {
              try {
                closeGreedy();
              } finally {
                then.run();
              }
            });
  }

  private void closeGreedy() {
    if (!client.isOpen()) {
      // It does not even read the frame that says why it is refused.
      channel.close();
      return;
    }
    port.tally().slow.increment();
    client.close(
        "%d bytes wait for the client to read, the most of all clients, for which %d wait"
            .formatted(bytes(), memory.bytes()));
  }

  /** Returns whether all that waits for all clients is more than it may be. */
  private boolean write(ByteBuf frames, boolean andFlush) {
    int length = frames.capacity();
    if (bytes.get() == 0) {
      // Before they count: otherwise a client that was idle for long would seem to have stalled.
      takenNanos = port.nanoTime();
    }
    bytes.addAndGet(length);
    boolean tooMuch = memory.take(length);
    if (andFlush) {
      channel.writeAndFlush(frames, new Written(length));
    } else {
      channel.write(frames, new Written(length));
    }
    return tooMuch;
  }

  private void taken(int length) {
    takenNanos = port.nanoTime();
    bytes.addAndGet(-length);
    memory.give(length, client);
  }

  /** Completed once by a write; costs less than a listener, and needs no event loop. */
  private final class Written extends DefaultChannelProgressivePromise {
    private final int length;

    Written(int length) {
      super(channel);
      this.length = length;
    }

    /** The socket has taken a part of the buffer. */
    @Override
    public boolean tryProgress(long progress, long total) {
      takenNanos = port.nanoTime();
      return true;
    }

    @Override
    public boolean trySuccess(Void result) {
      return once(super.trySuccess(result));
    }

    @Override
    public boolean tryFailure(Throwable cause) {
      return once(super.tryFailure(cause));
    }

    @Override
    public Written setSuccess(Void result) {
      super.setSuccess(result);
      once(true);
      return this;
    }

    @Override
    public Written setFailure(Throwable cause) {
      super.setFailure(cause);
      once(true);
      return this;
    }

    private boolean once(boolean isFirst) {
      if (isFirst) {
        taken(length);
      }
      return isFirst;
    }
  }
}
