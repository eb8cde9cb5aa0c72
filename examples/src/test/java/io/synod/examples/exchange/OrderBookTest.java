package io.synod.examples.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.examples.ThreeReplicas;
import io.synod.service.ServiceException;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three replicas of an order book, and two traders. */
@Timeout(120)
class OrderBookTest {
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
  void what_makes_no_sense_is_refused() throws Exception {
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
  void only_so_many_orders_rest() throws Exception {
    try (ThreeReplicas<OrderBook> small = new ThreeReplicas<>(() -> new OrderBook(2))) {
      ThreeReplicas<OrderBook>.Talker eve = small.talker("eve");
      eve.asks("sell 100 1");
      eve.asks("sell 101 1");
      assertThatThrownBy(() -> eve.asks("buy 101 2")).hasMessageStartingWith("the book has 2");
      eve.asks("cancel 2");
      assertThat(eve.asks("buy 101 2")).isEqualTo("order 3 rests 1");
    }
  }
}
