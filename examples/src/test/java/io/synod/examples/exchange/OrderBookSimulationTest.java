package io.synod.examples.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.synod.testkit.ServiceSimulation;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The order book in simulated clusters. */
class OrderBookSimulationTest {

  @Test
  void replicas_agree_about_orders() {
    ServiceSimulation.of(() -> new OrderBook(20, 8))
        .requests(OrderBookSimulationTest::request)
        .queries(random -> "best".getBytes(UTF_8))
        .clusters(6)
        .run();
  }

  private static byte[] request(SplittableRandom random) {
    String text =
        switch (random.nextInt(6)) {
          case 0 -> "cancel " + random.nextInt(1, 60);
          case 1, 2 -> "buy %d %d".formatted(random.nextInt(8, 13), random.nextInt(1, 10));
          case 3, 4 -> "sell %d %d".formatted(random.nextInt(8, 13), random.nextInt(1, 10));
          default -> "sell 0";
        };
    return text.getBytes(UTF_8);
  }
}
