package io.synod.chaos.hostile.attack;

import java.util.Random;
import java.util.function.Supplier;

/**
 * Short questions with long answers: hundreds of queries for large values in one frame, from
 * clients that read as fast as they may, a byte now and then, and never.
 */
final class Amplifiers implements Attacker {
  private static final int PER_REPLICA = 2;
  private static final int QUERIES_PER_FRAME = 300;

  @Override
  public String name() {
    return "amplifiers";
  }

  @Override
  public void run(Attack attack) throws InterruptedException {
    Crowd.run(
        attack,
        asking(attack, 500, Reading::all),
        asking(attack, 1000, Reading::slowly),
        asking(attack, 1000, Reading::never));
  }

  private static Crowd asking(Attack attack, long intervalMillis, Supplier<Reading> readings) {
    byte[] hello = Frames.clientHello(attack.targets().cluster());
    Supplier<Burst> queries = () -> queries(attack.random());
    return Crowd.asking(attack, PER_REPLICA, hello, queries, intervalMillis, readings);
  }

  /** At the leader, by a quorum, or stale. */
  static Burst queries(Random random) {
    long consistency = -random.nextInt(3);
    byte[][] gets = KvPayloads.getBigs(QUERIES_PER_FRAME);
    return Burst.of(Frames.queries(consistency, random.nextLong(), gets));
  }
}
