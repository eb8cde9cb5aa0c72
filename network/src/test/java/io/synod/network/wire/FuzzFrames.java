package io.synod.network.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;

/** What a broken, foreign or hostile program may send; the same for the same seed. */
public final class FuzzFrames {
  private static final int HEADER_BYTES = 12;
  private static final int VERSION_AT = 2;
  private static final int TYPE_AT = 3;
  private static final int LENGTH_AT = 4;

  private final Random random;
  private final int bodyBytesMax;
  private final List<byte[]> valid = new ArrayList<>();

  private boolean isSurelyBad;

  /**
   * @param bodyBytesMax limit of whoever is fed
   */
  public FuzzFrames(long seed, int bodyBytesMax) {
    this.random = new Random(seed);
    this.bodyBytesMax = bodyBytesMax;
    for (FrameType type : FrameType.values()) {
      valid.add(Specimens.encoded(type, Specimens.value(type)));
    }
  }

  public byte[] next() {
    byte[] frame = valid.get(random.nextInt(valid.size())).clone();
    int kind = random.nextInt(9);
    isSurelyBad = kind < 5;
    switch (kind) {
      case 0 -> frame = garbage();
      case 1 -> frame[VERSION_AT] = (byte) (2 + random.nextInt(254));
      case 2 -> setLength(frame, Integer.MIN_VALUE | random.nextInt());
      case 3 -> setLength(frame, bodyBytesMax + 1 + random.nextInt(1 << 20));
      case 4 -> frame[TYPE_AT] = (byte) (0x40 + random.nextInt(100));
      case 5 -> flip(frame);
      case 6 -> frame = Arrays.copyOf(frame, random.nextInt(frame.length));
      case 7 -> randomBody(frame);
      default -> frame = withBody(frame[TYPE_AT], random.nextInt(200));
    }
    if (kind == 4 || kind == 7) {
      seal(frame);
    }
    return frame;
  }

  /** Whether what {@link #next} gave last breaks a rule of the frame itself, and is whole. */
  public boolean isSurelyBad() {
    return isSurelyBad;
  }

  /** Where to cut {@code frame} so that it comes in two reads. */
  public int cut(byte[] frame) {
    return random.nextInt(frame.length + 1);
  }

  public boolean nextBoolean() {
    return random.nextBoolean();
  }

  private byte[] garbage() {
    byte[] bytes = new byte[HEADER_BYTES + random.nextInt(300)];
    random.nextBytes(bytes);
    bytes[0] = 'G';
    return bytes;
  }

  private void flip(byte[] frame) {
    for (int left = 1 + random.nextInt(3); left > 0; left--) {
      frame[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
    }
  }

  private void randomBody(byte[] frame) {
    for (int left = 1 + random.nextInt(8); left > 0 && frame.length > HEADER_BYTES; left--) {
      int at = HEADER_BYTES + random.nextInt(frame.length - HEADER_BYTES);
      frame[at] = (byte) (random.nextBoolean() ? random.nextInt() : -1);
    }
  }

  private byte[] withBody(byte type, int bodyBytes) {
    byte[] frame = new byte[HEADER_BYTES + bodyBytes];
    random.nextBytes(frame);
    ByteBuffer.wrap(frame).putShort((short) 0x5359).put((byte) 1).put(type);
    setLength(frame, bodyBytes);
    seal(frame);
    return frame;
  }

  private static void setLength(byte[] frame, int length) {
    ByteBuffer.wrap(frame).putInt(LENGTH_AT, length);
  }

  private static void seal(byte[] frame) {
    CRC32C crc = new CRC32C();
    crc.update(frame, 0, 8);
    crc.update(frame, HEADER_BYTES, frame.length - HEADER_BYTES);
    ByteBuffer.wrap(frame).putInt(8, (int) crc.getValue());
  }
}
