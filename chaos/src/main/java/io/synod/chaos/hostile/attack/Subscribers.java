package io.synod.chaos.hostile.attack;

import io.synod.chaos.hostile.attack.Targets.Port;
import io.synod.core.message.FetchSnapshot;
import io.synod.network.wire.Subscribe;
import java.util.function.Supplier;

/**
 * Subscribers with endless credit that never read, floods of Subscribe and Credit, and floods of
 * FetchSnapshot with the largest parts.
 */
final class Subscribers implements Attacker {
  private static final int ENDLESS_PER_REPLICA = 4;
  private static final int FETCHING_PER_REPLICA = 2;
  private static final int PAIRS = 250;
  private static final int FETCHES = 64;
  private static final int RECEIVE_BYTES = 4 << 10;
  private static final long FLOOD_MILLIS = 500;

  @Override
  public String name() {
    return "subscribers";
  }

  @Override
  public void run(Attack attack) throws InterruptedException {
    byte[] hello = Frames.clientHello(attack.targets().cluster());
    byte[] endless = Frames.subscribe(0, Long.MAX_VALUE, Subscribe.BEAT_NANOS_MIN);
    byte[] credit = Frames.credit(Long.MAX_VALUE);
    byte[] fetch = Frames.message(new FetchSnapshot(0, 0, Integer.MAX_VALUE));
    byte[] subscriber = Frames.joined(hello, endless);
    Burst pairs = new Burst(Frames.repeated(Frames.joined(endless, credit), PAIRS), 2 * PAIRS);
    Burst fetches = Burst.of(fetch, FETCHES);
    Crowd.run(
        attack,
        crowd(attack, ENDLESS_PER_REPLICA, subscriber, Burst.NONE, Reading::never)
            .receiving(RECEIVE_BYTES),
        crowd(attack, 1, hello, pairs, Reading::all),
        crowd(attack, 1, hello, pairs, Reading::never),
        crowd(attack, FETCHING_PER_REPLICA, subscriber, fetches, Reading::all),
        crowd(attack, FETCHING_PER_REPLICA, subscriber, fetches, Reading::never));
  }

  private static Crowd crowd(
      Attack attack, int perReplica, byte[] greeting, Burst burst, Supplier<Reading> readings) {
    return new Crowd(
            attack,
            Port.CLIENT,
            perReplica,
            () -> Asking.of(greeting, () -> burst, FLOOD_MILLIS, readings.get()))
        .pausing(1000);
  }
}
