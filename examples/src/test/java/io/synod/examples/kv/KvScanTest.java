package io.synod.examples.kv;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

final class KvScanTest {
  private final KvRig kv = new KvRig();
  private String cursor = "0";

  @Test
  void a_scan_of_an_unchanged_keyspace_returns_each_key_once() {
    for (int i = 0; i < 1000; i++) {
      kv.run("SET", "key:" + i, "v");
    }
    List<String> keys = new ArrayList<>();
    do {
      keys.addAll(page("COUNT", "37"));
    } while (!cursor.equals("0"));
    assertThat(keys).hasSize(1000).doesNotHaveDuplicates();
  }

  @Test
  void a_scan_returns_every_key_that_is_there_all_the_time_whatever_else_is_written() {
    for (int i = 0; i < 500; i++) {
      kv.run("SET", "stays:" + i, "v");
      kv.run("SET", "goes:" + i, "v");
    }
    Set<String> seen = new HashSet<>();
    int round = 0;
    do {
      seen.addAll(page("MATCH", "stays:*", "COUNT", "20"));
      for (int i = 0; i < 10; i++) {
        kv.run("DEL", "goes:" + (round * 10 + i));
        kv.run("SET", "comes:" + (round * 10 + i), "v");
      }
      round++;
    } while (!cursor.equals("0"));
    assertThat(seen).hasSize(500);
  }

  @Test
  void a_cursor_means_the_same_on_another_replica() {
    KvRig other = new KvRig();
    for (int i = 0; i < 100; i++) {
      kv.run("SET", "key:" + i, "v");
      other.run("SET", "key:" + (99 - i), "v");
    }
    assertThat(kv.run("SCAN", "0", "COUNT", "33")).isEqualTo(other.run("SCAN", "0", "COUNT", "33"));
  }

  @Test
  void a_pattern_that_would_hold_up_the_service_is_refused() {
    kv.run("SET", "a".repeat(80 << 10), "v");
    String pattern = "*" + "a".repeat(40 << 10) + "b";
    String refusal =
        "-ERR the pattern has 40962 bytes, and at most 1024 are compared with every key: shorten it";
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(2),
        () -> {
          assertThat(kv.run("KEYS", pattern)).startsWith(refusal);
          assertThat(kv.run("SCAN", "0", "MATCH", pattern)).startsWith(refusal);
        });
    assertThat(kv.run("KEYS", "*" + "a".repeat(1_000) + "b")).startsWith("*0");
  }

  @Test
  void scan_filters_by_type() {
    kv.run("SET", "k", "v");
    assertThat(page("TYPE", "string")).containsExactly("k");
    assertThat(page("TYPE", "hash")).isEmpty();
  }

  @Test
  void scan_refuses_what_redis_refuses() {
    assertThat(kv.run("SCAN", "x", "FOO")).isEqualTo("-ERR invalid cursor");
    assertThat(kv.run("SCAN", "-1")).isEqualTo("-ERR invalid cursor");
    assertThat(kv.run("SCAN", "0", "COUNT", "0")).isEqualTo("-ERR syntax error");
    assertThat(kv.run("SCAN", "0", "COUNT")).isEqualTo("-ERR syntax error");
    assertThat(kv.run("SCAN", "0", "FOO", "1")).isEqualTo("-ERR syntax error");
    assertThat(kv.run("SCAN", "0", "COUNT", "x"))
        .isEqualTo("-ERR value is not an integer or out of range");
  }

  @Test
  void keys_answers_those_that_match() {
    kv.run("MSET", "one", "1", "two", "2", "three", "3");
    assertThat(kv.run("KEYS", "t*e")).isEqualTo("*1\r\n$5\r\nthree\r\n");
    assertThat(kv.run("KEYS", "none*")).isEqualTo("*0\r\n");
  }

  @Test
  void keys_answers_all_that_match_or_refuses() {
    for (int i = 0; i < 200_000; i++) {
      kv.run("SET", "key%07d".formatted(i), "");
    }
    assertThat(kv.run("KEYS", "*")).startsWith("*200000\r\n$10\r\nkey");
    for (int i = 200_000; i < 260_000; i++) {
      kv.run("SET", "key%07d".formatted(i), "");
    }
    assertThat(kv.run("KEYS", "*")).startsWith("-ERR the reply is larger than 4194304 bytes");
    assertThat(kv.run("KEYS", "key00*")).startsWith("*100000\r\n$10\r\nkey");
  }

  private List<String> page(String... options) {
    List<String> arguments = new ArrayList<>(List.of(cursor));
    arguments.addAll(List.of(options));
    String[] lines = kv.run("SCAN", arguments.toArray(new String[0])).split("\r\n");
    assertThat(lines[0]).isEqualTo("*2");
    cursor = lines[2];
    List<String> keys = new ArrayList<>();
    for (int i = 5; i < lines.length; i += 2) {
      keys.add(lines[i]);
    }
    assertThat(lines[3]).isEqualTo("*" + keys.size());
    return keys;
  }
}
