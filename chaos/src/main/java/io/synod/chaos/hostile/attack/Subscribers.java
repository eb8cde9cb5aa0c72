package io.synod.chaos.hostile.attack;

import io.synod.core.message.FetchSnapshot;
import io.synod.network.wire.Subscribe;
import java.util.function.Supplier;

/**
 * Subscribers with endless credit that never read, from the newest slot and from the first one;
 * floods of Subscribe and Credit; floods of FetchSnapshot with the largest parts.
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
    byte[] oldest = Frames.joined(hello, endless);
    byte[] newest =
        Frames.joined(hello, Frames.subscribe(-1, Long.MAX_VALUE, Subscribe.BEAT_NANOS_MIN));
    Burst pairs = new Burst(Frames.repeated(Frames.joined(endless, credit), PAIRS), 2 * PAIRS);
    Burst fetches = Burst.of(fetch, FETCHES);
    // Without something to send a connection that has ended is not noticed.
    Burst more = Burst.of(Frames.credit(1));
    Crowd.run(
        attack,
        asking(attack, ENDLESS_PER_REPLICA, newest, more, Reading::never).receiving(RECEIVE_BYTES),
        asking(attack, 1, oldest, more, Reading::never).receiving(RECEIVE_BYTES),
        asking(attack, 1, newest, more, Reading::all),
        asking(attack, 1, hello, pairs, Reading::all),
        asking(attack, 1, hello, pairs, Reading::never),
        asking(attack, FETCHING_PER_REPLICA, oldest, fetches, Reading::all),
        asking(attack, FETCHING_PER_REPLICA, oldest, fetches, Reading::never));
  }

  private static Crowd asking(
      Attack attack, int perReplica, byte[] greeting, Burst burst, Supplier<Reading> readings) {
    return Crowd.asking(attack, perReplica, greeting, () -> burst, FLOOD_MILLIS, readings);
  }
}
