package io.synod.chaos.hostile.attack;

import io.synod.chaos.hostile.attack.Targets.Port;
import io.synod.core.command.BatchEntry;
import java.util.function.Supplier;

/**
 * Sessions that query large values through the log and never say that they have an answer: every
 * replica keeps the answers. Each leaves its connection soon, so that what it does not read does
 * not slow it down. Only the leader listens to them.
 */
final class Unacknowledged implements Attacker {
  private static final int PER_REPLICA = 2;
  private static final int REQUESTS_PER_FRAME = 4;
  private static final int FRAMES_MAX = 10;
  private static final long INTERVAL_MILLIS = 50;

  @Override
  public String name() {
    return "unacknowledged";
  }

  @Override
  public void run(Attack attack) throws InterruptedException {
    byte[] hello = Frames.clientHello(attack.targets().cluster());
    Crowd.run(
        attack,
        new Crowd(
                attack,
                Port.CLIENT,
                PER_REPLICA,
                () ->
                    Asking.of(
                        hello,
                        new Session(attack.random().nextLong()),
                        INTERVAL_MILLIS,
                        Reading.all()))
            .pausing(INTERVAL_MILLIS));
  }

  /** The frames of one session. */
  static final class Session implements Supplier<Burst> {
    private final long session;
    private int frames;
    private int next = 1;

    Session(long session) {
      this.session = session;
    }

    @Override
    public Burst get() {
      if (frames == FRAMES_MAX) {
        return null;
      }
      if (frames++ == 0) {
        return Burst.of(Frames.open(session));
      }
      int first = next;
      next += REQUESTS_PER_FRAME;
      int outstanding = BatchEntry.asQuery(first - 1);
      byte[][] gets = KvPayloads.getBigs(REQUESTS_PER_FRAME);
      return Burst.of(Frames.requests(session, first, outstanding, gets));
    }
  }
}
