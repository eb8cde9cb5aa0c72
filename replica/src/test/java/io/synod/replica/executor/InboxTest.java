package io.synod.replica.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What producers have offered comes once and in each producer's order; full is an answer. */
@Timeout(60)
class InboxTest {
  private static final int ITEMS_EACH = 200_000;

  private record Item(int producer, int number) {}

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 2", "3, 4", "8, 8", "1000, 1024"})
  void the_bound_is_the_next_power_of_two(int asked, int bound) {
    Inbox inbox = new Inbox(asked);
    for (int item = 0; item < bound; item++) {
      assertThat(inbox.offer(item)).isTrue();
    }
    assertThat(inbox.offer("one more")).isFalse();
    assertThat(inbox).hasSize(bound);
    assertThat(inbox.poll()).isEqualTo(0);
    assertThat(inbox.offer("one more")).isTrue();
  }

  @Test
  void an_empty_inbox_gives_nothing() {
    Inbox inbox = new Inbox(4);
    assertThat(inbox.poll()).isNull();
    inbox.offer("item");
    assertThat(inbox.isEmpty()).isFalse();
    assertThat(inbox.poll()).isEqualTo("item");
    assertThat(inbox.poll()).isNull();
    assertThat(inbox.isEmpty()).isTrue();
  }

  @Test
  void an_item_that_was_polled_is_not_kept() {
    Inbox inbox = new Inbox(2);
    for (int item = 0; item < 100; item++) {
      assertThat(inbox.offer(item)).isTrue();
      assertThat(inbox.poll()).isEqualTo(item);
      assertThat(inbox.poll()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 64, 8192})
  void items_of_four_producers_come_once_and_in_order(int bound) throws InterruptedException {
    Inbox inbox = new Inbox(bound);
    // Each item of a full inbox costs a change of threads.
    int items = Math.min(ITEMS_EACH, 5_000 * bound);
    CountDownLatch begin = new CountDownLatch(1);
    List<Thread> producers = new ArrayList<>();
    for (int producer = 0; producer < 4; producer++) {
      producers.add(producer(inbox, producer, items, begin));
    }
    begin.countDown();
    int[] next = new int[4];
    for (int taken = 0; taken < 4 * items; ) {
      Item item = (Item) inbox.poll();
      if (item == null) {
        Thread.yield();
        continue;
      }
      assertThat(item.number()).isEqualTo(next[item.producer()]++);
      taken++;
    }
    for (Thread producer : producers) {
      producer.join();
    }
    assertThat(inbox.poll()).isNull();
  }

  private static Thread producer(Inbox inbox, int producer, int items, CountDownLatch begin) {
    Thread thread =
        new Thread(
            () -> {
              try {
                begin.await();
              } catch (InterruptedException ended) {
                return;
              }
              for (int number = 0; number < items; number++) {
                Item item = new Item(producer, number);
                while (!inbox.offer(item)) {
                  Thread.yield();
                }
              }
            },
            "producer-" + producer);
    thread.start();
    return thread;
  }
}
