package io.synod.chaos.hostile.attack;

import io.synod.chaos.hostile.attack.Targets.Port;
import io.synod.core.command.BatchEntry;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Short questions with long answers: hundreds of queries for large values in one frame, queries
 * through the log whose answers are never acknowledged, and floods of status requests and of
 * requests to measure the links.
 */
final class Amplifiers implements Attacker {
  private static final int QUERIES_PER_FRAME = 300;
  private static final int STATUS_REQUESTS = 4000;
  private static final int MEASUREMENTS = 500;
  private static final int LOGGED_PER_FRAME = 4;
  private static final int LOGGED_FRAMES_MAX = 500;

  private final Supplier<Reading> fast = Reading::all;
  private final Supplier<Reading> slow = Reading::slowly;
  private final Supplier<Reading> never = Reading::never;

  @Override
  public String name() {
    return "amplifiers";
  }

  @Override
  public void run(Attack attack) throws InterruptedException {
    Burst status = Burst.of(Frames.statusRequest(), STATUS_REQUESTS);
    Burst measure = Burst.of(Frames.measureLinks(), MEASUREMENTS);
    Crowd.run(
        attack,
        crowd(attack, 2, 500, () -> queries(attack.random()), fast),
        crowd(attack, 2, 1000, () -> queries(attack.random()), slow),
        crowd(attack, 2, 1000, () -> queries(attack.random()), never),
        unacknowledged(attack),
        crowd(attack, 1, 2000, () -> status, fast),
        crowd(attack, 1, 2000, () -> status, never),
        crowd(attack, 1, 10_000, () -> measure, fast));
  }

  private static Crowd crowd(
      Attack attack,
      int perReplica,
      long intervalMillis,
      Supplier<Burst> bursts,
      Supplier<Reading> readings) {
    byte[] hello = Frames.clientHello(attack.targets().cluster());
    return new Crowd(
            attack,
            Port.CLIENT,
            perReplica,
            () -> Asking.of(hello, bursts, intervalMillis, readings.get()))
        .pausing(1000);
  }

  private static Burst queries(Random random) {
    long consistency = -random.nextInt(3);
    byte[][] gets = KvPayloads.getBigs(QUERIES_PER_FRAME);
    return Burst.of(Frames.queries(consistency, random.nextLong(), gets));
  }

  /** Each connection has a session of its own, to which only the leader listens. */
  private static Crowd unacknowledged(Attack attack) {
    byte[] hello = Frames.clientHello(attack.targets().cluster());
    return new Crowd(
            attack,
            Port.CLIENT,
            2,
            () ->
                Asking.of(
                    hello, new Unacknowledged(attack.random().nextLong()), 200, Reading.all()))
        .pausing(1000);
  }

  /** A session whose client never says that it has an answer. */
  static final class Unacknowledged implements Supplier<Burst> {
    private final long session;
    private int frames;
    private int next = 1;

    Unacknowledged(long session) {
      this.session = session;
    }

    @Override
    public Burst get() {
      if (frames == LOGGED_FRAMES_MAX) {
        return null;
      }
      if (frames++ == 0) {
        return Burst.of(Frames.requests(session, BatchEntry.OPEN, 0, new byte[0]));
      }
      int first = next;
      next += LOGGED_PER_FRAME;
      int outstanding = BatchEntry.asQuery(first - 1);
      byte[][] gets = KvPayloads.getBigs(LOGGED_PER_FRAME);
      return Burst.of(Frames.requests(session, first, outstanding, gets));
    }
  }
}
