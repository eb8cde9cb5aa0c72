package io.synod.examples.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.synod.examples.ThreeReplicas;
import io.synod.service.ExecutionContext;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three replicas of an order book, and two traders. */
@Timeout(120)
class OrderBookTest {
  private static final int ORDERS = 100_000;

  private final ThreeReplicas<OrderBook> cluster = new ThreeReplicas<>(OrderBook::new);
  private final ThreeReplicas<OrderBook>.Talker ann = cluster.talker("ann");
  private final ThreeReplicas<OrderBook>.Talker bob = cluster.talker("bob");

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void orders_trade_by_price_and_then_by_time_and_both_sides_get_the_fills() throws Exception {
    assertThat(ann.asks("sell 101 5")).isEqualTo("order 1 rests 5");
    assertThat(ann.asks("sell 100 3")).isEqualTo("order 2 rests 3");
    assertThat(ann.asks("sell 100 4")).isEqualTo("order 3 rests 4");
    assertThat(bob.queries("best")).isEqualTo("bid 0 0 ask 100 7");
    assertThat(bob.asks("buy 101 9")).isEqualTo("order 4 rests 0");
    for (ThreeReplicas<OrderBook>.Talker trader : List.of(ann, bob)) {
      boolean sells = trader == ann;
      assertThat(trader.event()).isEqualTo(sells ? "fill 2 100 3" : "fill 4 100 3");
      assertThat(trader.event()).isEqualTo(sells ? "fill 3 100 4" : "fill 4 100 4");
      assertThat(trader.event()).isEqualTo(sells ? "fill 1 101 2" : "fill 4 101 2");
    }
    assertThat(bob.asks("buy 99 1")).isEqualTo("order 5 rests 1");
    assertThat(ann.queries("best")).isEqualTo("bid 99 1 ask 101 3");
    assertThat(ann.asks("cancel 1")).isEqualTo("cancelled 3");
    assertThat(ann.queries("best")).isEqualTo("bid 99 1 ask 0 0");
  }

  @Test
  void answers_and_events_are_the_same_in_every_locale() throws Exception {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      assertThat(ann.asks("sell 101 5")).isEqualTo("order 1 rests 5");
      assertThat(bob.asks("buy 101 2")).isEqualTo("order 2 rests 0");
      assertThat(ann.event()).isEqualTo("fill 1 101 2");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void the_orders_of_a_client_go_with_it_also_when_the_leader_fails() throws Exception {
    ann.asks("sell 100 3");
    bob.asks("sell 101 1");
    cluster.closeLeader();
    assertThat(ann.queries("best")).isEqualTo("bid 0 0 ask 100 3");
    assertThat(ann.asks("buy 90 1")).isEqualTo("order 3 rests 1");
    ann.client.close();
    // The book is asked behind a request, so behind the end of the other session, or before it.
    String best = bob.queries("best");
    while (best.equals("bid 90 1 ask 100 3")) {
      best = bob.queries("best");
    }
    assertThat(best).isEqualTo("bid 0 0 ask 101 1");
  }

  @Test
  void an_invalid_command_is_refused() throws Exception {
    ann.asks("sell 100 3");
    for (String wrong :
        List.of(
            "",
            "buy",
            "buy 1",
            "buy 0 1",
            "buy 1 0",
            "buy 1 -1",
            "buy 1 1 1",
            "sell 1.5 1",
            "sell 99999999999999 1",
            "cancel",
            "cancel 2",
            "cancel 1")) {
      assertThatThrownBy(() -> bob.asks(wrong)).as(wrong).isInstanceOf(ServiceException.class);
    }
    assertThatThrownBy(() -> bob.queries("worst")).isInstanceOf(ServiceException.class);
    assertThat(bob.queries("best")).isEqualTo("bid 0 0 ask 100 3");
  }

  @Test
  void a_restored_book_is_the_same() throws Exception {
    ann.asks("sell 100 3");
    bob.asks("sell 100 4");
    bob.asks("buy 90 4");
    bob.asks("buy 100 1");
    byte[] bytes = ThreeReplicas.written(cluster.end());
    OrderBook restored = new OrderBook();
    restored.restore(new ByteArrayInputStream(bytes));
    assertThat(ThreeReplicas.written(restored)).isEqualTo(bytes);
  }

  @Test
  void an_order_that_meets_many_others_ends_no_session_and_no_fill_is_lost() throws Exception {
    try (ThreeReplicas<OrderBook> small =
        new ThreeReplicas<>(OrderBook::new, "session.max-event-bytes", "64KiB")) {
      ThreeReplicas<OrderBook>.Talker eve = small.talker("eve");
      ThreeReplicas<OrderBook>.Talker joe = small.talker("joe");
      for (int order = 1; order <= 1_000; order++) {
        eve.client.send("sell 1000000000000 1".getBytes(UTF_8));
      }
      assertThat(joe.asks("buy 1 1")).startsWith("order ").endsWith(" rests 1");
      assertThat(eve.asks("buy 1 1")).isEqualTo("order 1002 rests 1");
      assertThat(joe.asks("buy 1000000000000 900")).isEqualTo("order 1003 refused 644");
      for (int fill = 0; fill < 256; fill++) {
        assertThat(joe.event()).isEqualTo("fill 1003 1000000000000 1");
        assertThat(eve.event()).startsWith("fill ").endsWith(" 1000000000000 1");
      }
      assertThat(joe.queries("best")).isEqualTo("bid 1 2 ask 1000000000000 744");
      assertThat(joe.asks("buy 1000000000000 200")).isEqualTo("order 1004 rests 0");
      assertThat(eve.asks("cancel 1002")).isEqualTo("cancelled 1");
    }
  }

  @Test
  void the_end_of_a_session_takes_no_time_for_orders_of_others() throws Exception {
    OrderBook book = new OrderBook(2 * ORDERS, ORDERS);
    for (int order = 1; order <= ORDERS; order++) {
      for (int session = 1; session <= 2; session++) {
        book.execute(ByteBuffer.wrap("buy 5 1".getBytes(UTF_8)), new Sender(session));
      }
    }
    // With a step for each pair of orders it would be some 10^10 steps.
    assertTimeoutPreemptively(
        Duration.ofSeconds(10), () -> book.onSessionClosed(2, SessionEnd.CLOSED, new Sender(2)));
    assertThatThrownBy(
            () -> book.execute(ByteBuffer.wrap("buy 6 1".getBytes(UTF_8)), new Sender(1)))
        .hasMessageStartingWith("you have %d orders".formatted(ORDERS));
  }

  /** A request of a session, whose events go nowhere. */
  private record Sender(long session) implements ExecutionContext {
    @Override
    public long slot() {
      return 0;
    }

    @Override
    public int indexInBatch() {
      return 0;
    }

    @Override
    public long leaderTimeMillis() {
      return 0;
    }
  }

  @Test
  void the_orders_of_a_session_are_bounded() throws Exception {
    try (ThreeReplicas<OrderBook> small = new ThreeReplicas<>(() -> new OrderBook(100, 1))) {
      ThreeReplicas<OrderBook>.Talker eve = small.talker("eve");
      ThreeReplicas<OrderBook>.Talker joe = small.talker("joe");
      eve.asks("sell 100 2");
      assertThatThrownBy(() -> eve.asks("sell 101 1")).hasMessageStartingWith("you have 1 orders");
      assertThat(joe.asks("buy 100 2")).isEqualTo("order 2 rests 0");
      assertThat(eve.asks("sell 101 1")).isEqualTo("order 3 rests 1");
    }
  }

  @Test
  void the_resting_orders_are_bounded() throws Exception {
    try (ThreeReplicas<OrderBook> small = new ThreeReplicas<>(() -> new OrderBook(2, 2))) {
      ThreeReplicas<OrderBook>.Talker eve = small.talker("eve");
      eve.asks("sell 100 1");
      eve.asks("sell 101 1");
      assertThatThrownBy(() -> eve.asks("buy 101 2")).hasMessageStartingWith("the book has 2");
      eve.asks("cancel 2");
      assertThat(eve.asks("buy 101 2")).isEqualTo("order 3 rests 1");
    }
  }
}
