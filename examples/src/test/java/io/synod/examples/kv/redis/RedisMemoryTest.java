package io.synod.examples.kv.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What comes over a connection costs memory in proportion to its bytes, whatever it announces. */
final class RedisMemoryTest {
  private static final RedisSettings SETTINGS =
      new RedisSettings("localhost", 0, 1_000, 1, 2 << 20, 64 << 20);
  private static final int CONNECTIONS = 20;

  // Where one costs so little that other changes of the heap would show.
  private static final int MANY_CONNECTIONS = 1_000;

  private final FakeBackend backend = new FakeBackend();

  @Test
  void a_header_costs_nothing_before_its_words_have_come() {
    assertThat(costs(MANY_CONNECTIONS, "*131072\r\n")).isLessThan(20_000);
    assertThat(costs(MANY_CONNECTIONS, "*2\r\n$2000000\r\n")).isLessThan(20_000);
  }

  @Test
  void short_words_of_an_unfinished_command_cost_some_times_their_bytes() {
    String begun = "*60001\r\n" + "$1\r\nx\r\n".repeat(60_000);
    assertThat(costs(CONNECTIONS, begun)).isLessThan(8L * begun.length());
  }

  @Test
  void a_value_that_has_come_in_part_costs_at_most_twice_its_bytes() {
    String begun = "*2\r\n$2000000\r\n" + "x".repeat(300_000);
    assertThat(costs(CONNECTIONS, begun)).isLessThan(2L * begun.length());
  }

  @Test
  void commands_that_are_not_taken_yet_cost_about_their_bytes() {
    String unanswered = "GET a\r\n" + "A\r\n".repeat(5_000);
    assertThat(costs(CONNECTIONS, unanswered)).isLessThan(2L * unanswered.length());
  }

  /** Heap of each connection, once it has sent the bytes in reads of 16 KiB. */
  private long costs(int connections, String bytes) {
    List<RedisRig> rigs = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      rigs.add(new RedisRig(backend, SETTINGS));
    }
    long before = heapBytes();
    for (RedisRig rig : rigs) {
      for (int at = 0; at < bytes.length(); at += 16 << 10) {
        rig.send(bytes.substring(at, Math.min(bytes.length(), at + (16 << 10))));
      }
    }
    long cost = (heapBytes() - before) / connections;
    rigs.forEach(RedisRig::close);
    return cost;
  }

  private static long heapBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
