package io.synod.network.ingress;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.DefaultChannelProgressivePromise;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes that buffers take which were sent to one client and not taken by its socket. Any thread.
 *
 * <p>Invariant: what is booked here is booked in the port's {@link ReplyMemory} too.
 */
final class Outbound {
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

  /**
   * Writes whole frames, which are released.
   *
   * @return whether all that waits for all clients is more than it may be
   */
  boolean write(ByteBuf frames, boolean andFlush) {
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
