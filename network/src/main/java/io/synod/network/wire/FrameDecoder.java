package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.zip.CRC32C;

/**
 * Cuts what the socket brings into frames. Whole frames are handed over as slices of the buffer
 * they came in; only the frame that a read cuts through is copied, once, into a buffer of its own.
 * One instance for each connection, confined to its event loop.
 */
public final class FrameDecoder extends ChannelInboundHandlerAdapter {
  // A length is what the sender claims: beyond this, room is made as the bytes come.
  private static final int ROOM_BYTES_FIRST = 256 << 10;

  private final FrameHandler handler;
  private final CRC32C crc = new CRC32C();

  private int bodyBytesMax;
  private boolean stopped;

  // Begins with a frame that is not whole yet; null between frames.
  private ByteBuf partial;

  /**
   * @param bodyBytesMax a frame with a longer body is malformed
   */
  public FrameDecoder(int bodyBytesMax, FrameHandler handler) {
    this.bodyBytesMax = bodyBytesMax;
    this.handler = handler;
  }

  /** Changes the limit, for the frames behind the one that is being handled. */
  public void limit(int newBodyBytesMax) {
    bodyBytesMax = newBodyBytesMax;
  }

  /** Drops what has come and whatever still comes. For a connection that is being closed. */
  public void stop() {
    stopped = true;
    dropPartial();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      if (!stopped) {
        decode(context, in);
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

  private void decode(ChannelHandlerContext context, ByteBuf in) throws MalformedFrame {
    if (partial != null && !completePartial(in)) {
      return;
    }
    while (!stopped && in.readableBytes() >= Frame.HEADER_BYTES) {
      int at = in.readerIndex();
      int bodyBytes = Frame.checkedBodyBytes(in, at, bodyBytesMax);
      int frameBytes = Frame.HEADER_BYTES + bodyBytes;
      if (in.readableBytes() < frameBytes) {
        int room = Math.min(frameBytes, Math.max(ROOM_BYTES_FIRST, 2 * in.readableBytes()));
        partial = context.alloc().directBuffer(room).writeBytes(in);
        return;
      }
      in.skipBytes(frameBytes);
      handOver(in, at, bodyBytes);
    }
    if (!stopped && in.isReadable()) {
      partial = context.alloc().directBuffer(Frame.HEADER_BYTES).writeBytes(in);
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
    ByteBuf whole = partial;
    partial = null;
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
      makeRoom(partial.readableBytes() + bytes, target);
      partial.writeBytes(in, bytes);
    }
    return partial.readableBytes() >= target;
  }

  private void makeRoom(int bytes, int target) {
    int room = partial.capacity();
    if (bytes > room) {
      long wanted = Math.max(ROOM_BYTES_FIRST, Math.max(bytes, 2L * room));
      partial.capacity((int) Math.min(target, wanted));
    }
  }

  private void handOver(ByteBuf in, int at, int bodyBytes) throws MalformedFrame {
    FrameType type = Frame.checkedType(in, at, bodyBytes, crc);
    handler.onFrame(type, in.slice(at + Frame.HEADER_BYTES, bodyBytes));
  }

  private void dropPartial() {
    if (partial != null) {
      partial.release();
      partial = null;
    }
  }
}
