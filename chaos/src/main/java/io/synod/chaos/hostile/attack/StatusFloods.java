package io.synod.chaos.hostile.attack;

import io.synod.chaos.hostile.attack.Targets.Port;
import java.util.function.Supplier;

/** Thousands of status requests in one write, and hundreds of requests to measure the links. */
final class StatusFloods implements Attacker {
  private static final int STATUS_REQUESTS = 4000;
  private static final int MEASUREMENTS = 500;

  @Override
  public String name() {
    return "status-floods";
  }

  @Override
  public void run(Attack attack) throws InterruptedException {
    Burst status = Burst.of(Frames.statusRequest(), STATUS_REQUESTS);
    Burst measure = Burst.of(Frames.measureLinks(), MEASUREMENTS);
    Crowd.run(
        attack,
        crowd(attack, status, 2000, Reading::all),
        crowd(attack, status, 2000, Reading::never),
        crowd(attack, measure, 10_000, Reading::all));
  }

  private static Crowd crowd(
      Attack attack, Burst burst, long intervalMillis, Supplier<Reading> readings) {
    // Neither needs a hello.
    byte[] nothing = new byte[0];
    return new Crowd(
            attack,
            Port.CLIENT,
            1,
            () -> Asking.of(nothing, () -> burst, intervalMillis, readings.get()))
        .pausing(1000);
  }
}
