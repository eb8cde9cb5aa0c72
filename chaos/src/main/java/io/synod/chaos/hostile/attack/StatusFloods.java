package io.synod.chaos.hostile.attack;

/**
 * Thousands of status requests in one write, and hundreds of requests to measure the links, behind
 * a hello and without one.
 */
final class StatusFloods implements Attacker {
  private static final int STATUS_REQUESTS = 4000;
  private static final int MEASUREMENTS = 500;

  @Override
  public String name() {
    return "status-floods";
  }

  @Override
  public void run(Attack attack) throws InterruptedException {
    byte[] nothing = new byte[0];
    byte[] hello = Frames.clientHello(attack.targets().cluster());
    Burst status = Burst.of(Frames.statusRequest(), STATUS_REQUESTS);
    Burst measure = Burst.of(Frames.measureLinks(), MEASUREMENTS);
    Crowd.run(
        attack,
        Crowd.asking(attack, 1, nothing, () -> status, 2000, Reading::all),
        Crowd.asking(attack, 1, nothing, () -> status, 2000, Reading::never),
        Crowd.asking(attack, 1, hello, () -> measure, 10_000, Reading::all),
        Crowd.asking(attack, 1, nothing, () -> measure, 10_000, Reading::all));
  }
}
