package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.zip.CRC32C;

/**
 * Cuts the bytes of a socket into frames. Whole frames are handed over as slices of the buffer they
 * came in; only the frame that a read cuts through is copied, once, into a buffer of its own. One
 * instance for each connection, confined to its event loop.
 */
public final class FrameDecoder extends ChannelInboundHandlerAdapter {
  // A length is what the sender claims: beyond this, space is made as the bytes come.
  private static final int FIRST_BYTES = 256 << 10;
  private static final int STRANGERS_FIRST_BYTES = 256;

  // A frame must end within this time, and a second more for each multiple of these bytes.
  private static final long FRAME_NANOS = 10_000_000_000L;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int BYTES_PER_SECOND = 64 << 10;

  private final FrameHandler handler;
  private final FrameMemory memory;
  private final int firstBytes;
  private final CRC32C crc = new CRC32C();

  private int bodyBytesMax;
  private boolean stopped;

  // Begins with a frame that is not whole yet; null between frames.
  private ByteBuf partial;
  private ChannelHandlerContext context;
  private volatile long begunNanos;

  // How many frames have begun that a read has cut, and of which one the time was last checked,
  // first when.
  private long cut;
  private long checked;
  private long checkedNanos;

  /**
   * Of a connection to a known replica.
   *
   * @param bodyBytesMax a frame with a longer body is malformed
   */
  public FrameDecoder(int bodyBytesMax, FrameHandler handler) {
    this(bodyBytesMax, handler, null);
  }

  /**
   * Of a connection of an unknown sender: an unfinished frame never takes more memory than twice
   * the bytes that its sender has sent.
   *
   * @param bodyBytesMax a frame with a longer body is malformed
   * @param memory of unfinished frames, shared with other connections; null if it is not counted
   */
  public FrameDecoder(int bodyBytesMax, FrameHandler handler, FrameMemory memory) {
    this.bodyBytesMax = bodyBytesMax;
    this.handler = handler;
    this.memory = memory;
    firstBytes = memory == null ? FIRST_BYTES : STRANGERS_FIRST_BYTES;
  }

  /** When the unfinished frame began, if there is one. Any thread. */
  long begunNanos() {
    return begunNanos;
  }

  /** The connection is to be closed as if its frame were malformed. Any thread. */
  void giveUp(String reason) {
    context.executor().execute(() -> endUnfinished(reason));
  }

  private void endUnfinished(String reason) {
    // The frame may have been completed since.
    if (partial != null) {
      stop();
      handler.onMalformed(new MalformedFrame(MalformedFrame.Kind.UNFINISHED, "%s", reason));
    }
  }

  /**
   * Closes a connection whose frame has taken too long: its sender is slow, or its length has been
   * damaged on the way and swallows what comes behind it. Called each second; a frame's time counts
   * from the first call that sees it. On the event loop.
   */
  public void checkTime(long nowNanos) {
    if (partial == null) {
      return;
    }
    if (checked != cut) {
      checked = cut;
      checkedNanos = nowNanos;
    }
    int frameBytes = partial.readableBytes() < Frame.HEADER_BYTES ? 0 : claimedBytes();
    long limit = FRAME_NANOS + frameBytes * (NANOS_PER_SECOND / BYTES_PER_SECOND);
    if (nowNanos - checkedNanos > limit) {
      endUnfinished(
          "after %d s only %d bytes of a frame of %d have come"
              .formatted(
                  (nowNanos - checkedNanos) / NANOS_PER_SECOND,
                  partial.readableBytes(),
                  frameBytes));
    }
  }

  private int claimedBytes() {
    try {
      return Frame.HEADER_BYTES + Frame.checkedBodyBytes(partial, 0, bodyBytesMax);
    } catch (MalformedFrame shorterNow) {
      // The limit was lowered since; the next byte ends the connection.
      return 0;
    }
  }

  /** Changes the limit, for the frames behind the one that is being handled. */
  public void limit(int newBodyBytesMax) {
    bodyBytesMax = newBodyBytesMax;
  }

  /** Drops all bytes that have come or still come. For a connection that is being closed. */
  public void stop() {
    stopped = true;
    dropPartial();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      if (!stopped) {
        decode(in);
      }
    } catch (MalformedFrame reason) {
      stop();
      handler.onMalformed(reason);
    } finally {
      in.release();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (!stopped) {
      handler.onReadComplete();
    }
    context.fireChannelReadComplete();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    stop();
    context.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    stop();
  }

  private void decode(ByteBuf in) throws MalformedFrame {
    if (partial != null && !completePartial(in)) {
      return;
    }
    while (!stopped && in.readableBytes() >= Frame.HEADER_BYTES) {
      int at = in.readerIndex();
      int bodyBytes = Frame.checkedBodyBytes(in, at, bodyBytesMax);
      int frameBytes = Frame.HEADER_BYTES + bodyBytes;
      if (in.readableBytes() < frameBytes) {
        beginPartial(in, Math.min(frameBytes, Math.max(firstBytes, 2 * in.readableBytes())));
        return;
      }
      in.skipBytes(frameBytes);
      handOver(in, at, bodyBytes);
    }
    if (!stopped && in.isReadable()) {
      beginPartial(in, Frame.HEADER_BYTES);
    }
  }

  private void beginPartial(ByteBuf in, int capacity) {
    partial = context.alloc().directBuffer(capacity).writeBytes(in);
    cut++;
    if (memory != null) {
      begunNanos = memory.nanoTime();
      memory.began(this, partial.capacity());
    }
  }

  /** Moves what its frame still lacks from {@code in} to the partial one; true if it is done. */
  private boolean completePartial(ByteBuf in) throws MalformedFrame {
    if (!fillPartial(in, Frame.HEADER_BYTES)) {
      return false;
    }
    int bodyBytes = Frame.checkedBodyBytes(partial, 0, bodyBytesMax);
    if (!fillPartial(in, Frame.HEADER_BYTES + bodyBytes)) {
      return false;
    }
    ByteBuf whole = takePartial();
    try {
      handOver(whole, 0, bodyBytes);
    } finally {
      whole.release();
    }
    return true;
  }

  private boolean fillPartial(ByteBuf in, int target) {
    int bytes = Math.min(target - partial.readableBytes(), in.readableBytes());
    if (bytes > 0) {
      reserve(partial.readableBytes() + bytes, target);
      partial.writeBytes(in, bytes);
    }
    return partial.readableBytes() >= target;
  }

  private void reserve(int bytes, int target) {
    int capacity = partial.capacity();
    if (bytes > capacity) {
      long wanted = Math.max(firstBytes, Math.max(bytes, 2L * capacity));
      partial.capacity((int) Math.min(target, wanted));
      if (memory != null) {
        memory.grew(this, partial.capacity() - capacity);
      }
    }
  }

  private void handOver(ByteBuf in, int at, int bodyBytes) throws MalformedFrame {
    FrameType type = Frame.checkedType(in, at, bodyBytes, crc);
    handler.onFrame(type, in.slice(at + Frame.HEADER_BYTES, bodyBytes));
  }

  private void dropPartial() {
    if (partial != null) {
      takePartial().release();
    }
  }

  private ByteBuf takePartial() {
    ByteBuf taken = partial;
    partial = null;
    if (memory != null) {
      memory.ended(this, taken.capacity());
    }
    return taken;
  }
}
