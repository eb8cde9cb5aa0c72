package io.synod.chaos.hostile.attack;

import io.synod.network.wire.FrameType;
import io.synod.strangers.Frames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Sends a hello and one burst after the other, each followed by a status request. A replica answers
 * that request once it has processed the frames before it, which then count as processed.
 */
final class Confirmed implements Script {
  private static final int BYTES_PER_TICK = 256 << 10;
  private static final int UNCONFIRMED_MAX = 50;
  private static final byte[] STATUS_REQUEST = Frames.statusRequest();

  private final Supplier<Burst> bursts;
  private final long intervalNanos;
  private final Tally tally;
  private final FrameTypes answers = new FrameTypes(FrameType.STATUS);

  // Number of frames before each unanswered status request.
  private final ArrayDeque<Integer> unconfirmed = new ArrayDeque<>();
  private byte[] greeting;
  private long dueNanos = System.nanoTime();

  /**
   * @param greeting sent first, as one frame
   * @param bursts without status requests
   */
  Confirmed(byte[] greeting, Supplier<Burst> bursts, long intervalMillis, Tally tally) {
    this.greeting = greeting;
    this.bursts = bursts;
    this.tally = tally;
    intervalNanos = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
  }

  @Override
  public boolean tick(Line line) throws IOException {
    if (line.isIdle()) {
      if (greeting != null) {
        line.send(greeting, 1);
        greeting = null;
      } else if (unconfirmed.size() < UNCONFIRMED_MAX && System.nanoTime() - dueNanos >= 0) {
        dueNanos = System.nanoTime() + intervalNanos;
        Burst burst = bursts.get();
        unconfirmed.add(burst.frames());
        line.send(Frames.joined(burst.bytes(), STATUS_REQUEST), burst.frames() + 1);
      }
    }
    line.push(BYTES_PER_TICK);
    line.pull(BYTES_PER_TICK, this::read);
    return true;
  }

  private void read(ByteBuffer bytes) {
    for (int status = answers.count(bytes); status > 0; status--) {
      tally.framesProcessed(unconfirmed.remove());
    }
  }
}
