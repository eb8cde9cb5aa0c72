package io.synod.chaos.hostile.attack;

import io.synod.strangers.Frames;

/**
 * Bytes that are sent together, as far as the socket takes them.
 *
 * @param frames that they contain
 */
record Burst(byte[] bytes, int frames) {
  /** An empty burst. */
  static final Burst NONE = new Burst(new byte[0], 0);

  static Burst of(byte[] frame) {
    return new Burst(frame, 1);
  }

  static Burst of(byte[] frame, int times) {
    return new Burst(Frames.repeated(frame, times), times);
  }
}
