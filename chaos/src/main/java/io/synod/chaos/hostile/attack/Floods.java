package io.synod.chaos.hostile.attack;

import io.synod.chaos.hostile.attack.Targets.Port;
import io.synod.strangers.Frames;
import java.util.List;
import java.util.Random;

/** Thousands of sessions and connections: opened and closed, opened and abandoned, and reset. */
final class Floods {
  private static final int PAIRS_PER_BURST = 10;
  private static final int OPENED_PER_BURST = 80;
  private static final int CONNECTIONS_PER_REPLICA = 4;
  private static final long INTERVAL_MILLIS = 20;
  private static final long RECONNECT_MILLIS = 100;

  private Floods() {}

  static List<Crowd> crowds(Attack attack) {
    Random random = attack.random();
    byte[] hello = Frames.clientHello(attack.targets().cluster());
    return List.of(
        new Crowd(
            attack,
            Port.CLIENT,
            1,
            () ->
                BurstScript.of(
                    hello, () -> openedAndClosed(random), INTERVAL_MILLIS, Reading.all())),
        new Crowd(
                attack,
                Port.CLIENT,
                1,
                () -> BurstScript.of(hello, () -> opened(random), INTERVAL_MILLIS, Reading.all()))
            .pausing(INTERVAL_MILLIS),
        new Crowd(attack, Port.CLIENT, CONNECTIONS_PER_REPLICA, () -> visit(hello))
            .pausing(RECONNECT_MILLIS),
        new Crowd(attack, Port.CLIENT, CONNECTIONS_PER_REPLICA, () -> reset(hello))
            .pausing(RECONNECT_MILLIS));
  }

  static Burst openedAndClosed(Random random) {
    byte[][] frames = new byte[2 * PAIRS_PER_BURST][];
    for (int pair = 0; pair < PAIRS_PER_BURST; pair++) {
      long session = random.nextLong();
      frames[2 * pair] = Frames.open(session);
      frames[2 * pair + 1] = Frames.close(session);
    }
    return new Burst(Frames.joined(frames), frames.length);
  }

  static Burst opened(Random random) {
    byte[][] frames = new byte[OPENED_PER_BURST][];
    for (int index = 0; index < frames.length; index++) {
      frames[index] = Frames.open(random.nextLong());
    }
    return new Burst(Frames.joined(frames), frames.length);
  }

  /** Sends a hello and leaves at the next tick. */
  private static Script visit(byte[] hello) {
    return BurstScript.of(hello, () -> null, 0, Reading.all());
  }

  /** The same, by a reset. */
  private static Script reset(byte[] hello) {
    Script visit = visit(hello);
    return line -> {
      boolean stays = visit.tick(line);
      if (!stays) {
        line.reset();
      }
      return stays;
    };
  }
}
