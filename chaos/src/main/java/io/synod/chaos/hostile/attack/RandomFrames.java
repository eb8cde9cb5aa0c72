package io.synod.chaos.hostile.attack;

import io.synod.chaos.hostile.attack.Targets.Port;
import io.synod.network.wire.Subscribe;
import io.synod.strangers.Frames;
import io.synod.strangers.RandomClientFrames;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Frames of every client type with random bodies, behind a valid hello. One burst in a hundred ends
 * its connection by an illegal frame. Replicas confirm the frames that they have processed. On the
 * peer port, random frames before any hello.
 */
final class RandomFrames {
  private static final int LINES_PER_REPLICA = 4;
  private static final int STRANGERS_PER_REPLICA = 2;
  private static final int FRAMES_PER_BURST = 10;
  private static final long INTERVAL_MILLIS = 10;

  private RandomFrames() {}

  static List<Crowd> crowds(Attack attack) {
    Random random = attack.random();
    RandomClientFrames frames = new RandomClientFrames(random, () -> KvPayloads.random(random));
    byte[] hello =
        Frames.joined(
            Frames.clientHello(attack.targets().cluster()),
            Frames.subscribe(-1, 0, 1000 * Subscribe.KEEP_ALIVE_NANOS_MIN));
    return List.of(
        new Crowd(
            attack,
            Port.CLIENT,
            LINES_PER_REPLICA,
            () ->
                Confirmed.of(hello, () -> burst(frames, random), INTERVAL_MILLIS, attack.tally())),
        new Crowd(
            attack,
            Port.PEER,
            STRANGERS_PER_REPLICA,
            () -> BurstScript.once(frames.beforeHello(), 1 << 16)));
  }

  private static Burst burst(RandomClientFrames frames, Random random) {
    if (random.nextInt(100) == 0) {
      return Burst.of(frames.illFormed());
    }
    List<byte[]> some = new ArrayList<>();
    for (int index = 0; index < FRAMES_PER_BURST; index++) {
      some.add(frames.wellFormed());
    }
    some.add(frames.inOrder());
    return new Burst(
        Frames.joined(some.toArray(byte[][]::new)),
        FRAMES_PER_BURST + RandomClientFrames.FRAMES_IN_ORDER);
  }
}
