package io.synod.chaos.hostile.attack;

import java.util.function.Supplier;

/** Clients that ask each second and read a byte each 50 ms, or nothing. */
final class SlowReaders implements Attacker {
  private static final int PER_REPLICA = 12;
  private static final int VALUES_ASKED = 8;
  private static final int STATUS_REQUESTS = 50;
  private static final int RECEIVE_BYTES = 4 << 10;
  private static final long INTERVAL_MILLIS = 1000;
  private static final long STALE = -2;

  @Override
  public String name() {
    return "slow-readers";
  }

  @Override
  public void run(Attack attack) throws InterruptedException {
    Burst values = Burst.of(Frames.queries(STALE, 1, KvPayloads.getBigs(VALUES_ASKED)));
    Burst status = Burst.of(Frames.statusRequest(), STATUS_REQUESTS);
    Crowd.run(
        attack,
        asking(attack, values, Reading::slowly),
        asking(attack, values, Reading::never),
        asking(attack, status, Reading::slowly),
        asking(attack, status, Reading::never));
  }

  private static Crowd asking(Attack attack, Burst question, Supplier<Reading> readings) {
    byte[] hello = Frames.clientHello(attack.targets().cluster());
    return Crowd.asking(attack, PER_REPLICA, hello, () -> question, INTERVAL_MILLIS, readings)
        .receiving(RECEIVE_BYTES);
  }
}
