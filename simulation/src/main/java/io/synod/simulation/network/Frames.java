package io.synod.simulation.network;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.synod.core.message.Message;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.MessageCodec;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Encodes messages as the frames between real replicas. */
final class Frames {
  private static final ByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(false, true);
  private static final int FLIPS_MAX = 3;

  private final MessageCodec codec = new MessageCodec();

  byte[] encode(Message message) {
    ByteBuf frame = codec.encode(message, ALLOCATOR);
    byte[] bytes = new byte[frame.readableBytes()];
    frame.readBytes(bytes);
    frame.release();
    return bytes;
  }

  Message decode(byte[] frame) throws MalformedFrame {
    return codec.decode(Unpooled.wrappedBuffer(frame));
  }

  /** A corrupted copy of {@code frame}: some bits are wrong, or its end is missing. */
  static byte[] corrupted(byte[] frame, SplittableRandom random) {
    if (random.nextInt(8) == 0) {
      return Arrays.copyOf(frame, random.nextInt(frame.length));
    }
    byte[] wrong = frame.clone();
    int first = random.nextInt(frame.length * Byte.SIZE);
    flip(wrong, first);
    for (int flips = random.nextInt(FLIPS_MAX); flips > 0; flips--) {
      int bit = random.nextInt(frame.length * Byte.SIZE);
      if (bit != first) {
        flip(wrong, bit);
      }
    }
    return wrong;
  }

  private static void flip(byte[] bytes, int bit) {
    bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
  }
}
