package io.synod.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MalformedFrame;
import java.util.function.ObjLongConsumer;

/**
 * Finds the frames in the bytes of one connection in one direction, without keeping the bytes. From
 * the first byte that begins no frame, it reports nothing more. For one thread.
 */
public final class FrameCut {
  private final ObjLongConsumer<FrameType> frames;
  private final ByteBuf header = Unpooled.buffer(Frame.HEADER_BYTES, Frame.HEADER_BYTES);

  // Until the next header.
  private int bodyBytesLeft;
  private boolean foreign;

  /**
   * @param frames is given the type of each frame and its length with the header
   */
  public FrameCut(ObjLongConsumer<FrameType> frames) {
    this.frames = frames;
  }

  /**
   * Reports a frame as soon as its header has passed.
   *
   * @param piece its indices do not change
   */
  public void pass(ByteBuf piece) {
    int at = piece.readerIndex();
    while (at < piece.writerIndex() && !foreign) {
      int bytes = piece.writerIndex() - at;
      if (bodyBytesLeft > 0) {
        bytes = Math.min(bytes, bodyBytesLeft);
        bodyBytesLeft -= bytes;
      } else {
        bytes = Math.min(bytes, header.writableBytes());
        header.writeBytes(piece, at, bytes);
        if (!header.isWritable()) {
          begin();
        }
      }
      at += bytes;
    }
  }

  private void begin() {
    FrameType type = Frame.type(header);
    try {
      bodyBytesLeft = Frame.checkedBodyBytes(header, 0, Integer.MAX_VALUE);
      foreign = type == null;
    } catch (MalformedFrame unknown) {
      foreign = true;
    }
    if (!foreign) {
      frames.accept(type, (long) Frame.HEADER_BYTES + bodyBytesLeft);
    }
    header.clear();
  }
}
