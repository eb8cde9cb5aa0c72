package io.synod.chaos.hostile.attack;

import io.netty.buffer.Unpooled;
import io.synod.link.FrameCut;
import io.synod.network.wire.FrameType;
import io.synod.strangers.Frames;
import java.util.ArrayDeque;
import java.util.function.Supplier;

/**
 * Adds a status request to each burst. A replica answers that request once it has processed the
 * frames before it, which then count as processed.
 */
final class Confirmed implements Supplier<Burst> {
  private static final int UNCONFIRMED_MAX = 50;
  private static final byte[] STATUS_REQUEST = Frames.statusRequest();

  private final Supplier<Burst> bursts;
  private final Tally tally;
  private final FrameCut answers = new FrameCut(this::answered);

  // Number of frames before each unanswered status request.
  private final ArrayDeque<Integer> unconfirmed = new ArrayDeque<>();

  private Confirmed(Supplier<Burst> bursts, Tally tally) {
    this.bursts = bursts;
    this.tally = tally;
  }

  /**
   * @param greeting sent first, as one frame
   * @param bursts without status requests
   */
  static Script of(byte[] greeting, Supplier<Burst> bursts, long intervalMillis, Tally tally) {
    Confirmed confirmed = new Confirmed(bursts, tally);
    Reading reading = Reading.all(bytes -> confirmed.answers.pass(Unpooled.wrappedBuffer(bytes)));
    return BurstScript.of(greeting, confirmed, intervalMillis, reading);
  }

  @Override
  public Burst get() {
    if (unconfirmed.size() == UNCONFIRMED_MAX) {
      return Burst.NONE;
    }
    Burst burst = bursts.get();
    unconfirmed.add(burst.frames());
    return new Burst(Frames.joined(burst.bytes(), STATUS_REQUEST), burst.frames() + 1);
  }

  private void answered(FrameType type, long bytes) {
    if (type == FrameType.STATUS) {
      tally.framesProcessed(unconfirmed.remove());
    }
  }
}
