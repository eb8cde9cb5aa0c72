package io.synod.examples.lock;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.synod.testkit.ServiceSimulation;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The lock service in simulated clusters. */
class LockSimulationTest {

  @Test
  void replicas_agree_about_locks() {
    ServiceSimulation.of(() -> new LockService(5))
        .requests(LockSimulationTest::request)
        .queries(random -> lock(random).getBytes(UTF_8))
        .clusters(6)
        .run();
  }

  /** In this cluster a client leaves more events than a session may, within its own request. */
  @Test
  void a_session_that_ends_within_its_own_request_is_no_mistake() {
    ServiceSimulation.of(LockService::new)
        .requests(LockSimulationTest::request)
        .queries(random -> lock(random).getBytes(UTF_8))
        .firstSeed(809)
        .histories(1)
        .clusters(1)
        .run();
  }

  private static byte[] request(SplittableRandom random) {
    String lock = lock(random);
    String text =
        switch (random.nextInt(6)) {
          case 0, 1 -> "acquire " + lock + " " + millis(random);
          case 2 -> "renew " + lock + " " + millis(random);
          case 3 -> "watch " + lock;
          case 4 -> "nonsense";
          default -> "release " + lock;
        };
    return text.getBytes(UTF_8);
  }

  private static String lock(SplittableRandom random) {
    return "lock-" + random.nextInt(7);
  }

  private static int millis(SplittableRandom random) {
    return random.nextInt(3) == 0 ? 0 : random.nextInt(1, 3_000);
  }
}
