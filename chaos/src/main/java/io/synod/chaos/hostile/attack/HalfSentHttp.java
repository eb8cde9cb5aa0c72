package io.synod.chaos.hostile.attack;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.chaos.hostile.attack.Targets.Port;
import java.util.Arrays;

/** Requests to the metrics port that do not end, or whose answers nobody reads. */
final class HalfSentHttp implements Attacker {
  private static final int HELD_PER_REPLICA = 64;
  private static final int DRIPS_PER_REPLICA = 4;
  private static final int HEADERS_PER_BURST = 1000;
  private static final byte[] NOTHING = new byte[0];
  private static final byte[] HALF =
      "GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-Half: ".getBytes(US_ASCII);
  private static final byte[] GET =
      "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII);
  private static final byte[] POST =
      "POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000000\r\n\r\n"
          .getBytes(US_ASCII);
  private static final byte[] HEADER = "X-More: more\r\n".getBytes(US_ASCII);

  @Override
  public String name() {
    return "half-sent-http";
  }

  @Override
  public void run(Attack attack) throws InterruptedException {
    Burst headers = Burst.of(HEADER, HEADERS_PER_BURST);
    Burst body = new Burst(new byte[1 << 10], 1);
    Burst gets = Burst.of(GET, 10);
    byte[] endless = Arrays.copyOf(HALF, HALF.length - "X-Half: ".length());
    Crowd.run(
        attack,
        new Crowd(attack, Port.METRICS, HELD_PER_REPLICA, () -> Asking.once(HALF, 1 << 10)),
        new Crowd(attack, Port.METRICS, DRIPS_PER_REPLICA, () -> new Drip(HALF)),
        new Crowd(
            attack, Port.METRICS, 1, () -> Asking.of(endless, () -> headers, 200, Reading.all())),
        new Crowd(attack, Port.METRICS, 1, () -> Asking.of(POST, () -> body, 100, Reading.all())),
        new Crowd(
            attack, Port.METRICS, 2, () -> Asking.of(NOTHING, () -> gets, 500, Reading.never())));
  }
}
