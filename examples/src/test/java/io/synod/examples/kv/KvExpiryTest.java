package io.synod.examples.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.examples.kv.store.Entry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KvExpiryTest {
  private static final String NIL = "$-1\r\n";
  private static final String NO = ":0\r\n";
  private static final String YES = ":1\r\n";

  private final KvRig kv = new KvRig();

  @Test
  void a_key_exists_until_its_leader_time_has_come() {
    kv.run("SET", "k", "v", "PX", "100");
    later(99);
    assertThat(kv.run("GET", "k")).isEqualTo("$1\r\nv\r\n");
    assertThat(kv.run("PTTL", "k")).isEqualTo(YES);
    later(1);
    assertThat(kv.run("GET", "k")).isEqualTo(NIL);
    assertThat(kv.run("PTTL", "k")).isEqualTo(":-2\r\n");
    assertThat(kv.run("DBSIZE")).isEqualTo(NO);
  }

  @Test
  void no_time_passes_for_queries_while_nothing_is_executed() {
    kv.run("SET", "k", "v", "PX", "100");
    kv.pass(1000);
    assertThat(kv.run("EXISTS", "k")).isEqualTo(YES);
    kv.tick();
    assertThat(kv.run("EXISTS", "k")).isEqualTo(NO);
  }

  @Test
  void leader_time_never_goes_back() {
    kv.run("SET", "k", "v", "PX", "100");
    later(100);
    later(-50);
    assertThat(kv.run("EXISTS", "k")).isEqualTo(NO);
  }

  @Test
  void more_keys_than_one_request_sweeps_expire_at_once_and_vanish_from_every_command() {
    for (int i = 0; i < 1000; i++) {
      kv.run("SET", "k" + i, "v", "PX", "100");
    }
    kv.run("SET", "stays", "v");
    later(100);
    assertThat(kv.run("DBSIZE")).isEqualTo(YES);
    assertThat(kv.run("KEYS", "*")).isEqualTo("*1\r\n$5\r\nstays\r\n");
    assertThat(kv.run("SCAN", "0", "COUNT", "5000")).endsWith("*1\r\n$5\r\nstays\r\n");
    assertThat(kv.run("DEL", "k999", "k0")).isEqualTo(NO);
    assertThat(kv.run("INCR", "k1")).isEqualTo(YES);
    later(1);
    assertThat(kv.service().state().keys()).isEqualTo(2);
    assertThat(kv.service().state().firstExpiryMillis()).isEqualTo(Entry.NEVER);
  }

  @Test
  void expire_ttl_and_persist_go_together() {
    kv.run("SET", "k", "v");
    assertThat(kv.run("TTL", "x")).isEqualTo(":-2\r\n");
    assertThat(kv.run("TTL", "k")).isEqualTo(":-1\r\n");
    assertThat(kv.run("EXPIRE", "x", "10")).isEqualTo(NO);
    assertThat(kv.run("EXPIRE", "k", "10")).isEqualTo(YES);
    later(400);
    assertThat(kv.run("TTL", "k")).isEqualTo(":10\r\n");
    assertThat(kv.run("PTTL", "k")).isEqualTo(":9600\r\n");
    assertThat(kv.run("PERSIST", "k")).isEqualTo(YES);
    assertThat(kv.run("PERSIST", "k")).isEqualTo(NO);
    assertThat(kv.run("TTL", "k")).isEqualTo(":-1\r\n");
  }

  @Test
  void an_expiry_in_the_past_deletes() {
    kv.run("SET", "k", "v");
    assertThat(kv.run("EXPIRE", "k", "-1")).isEqualTo(YES);
    assertThat(kv.run("EXISTS", "k")).isEqualTo(NO);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 10, NX, 1", "20, 10, NX, 0", "-1, 10, XX, 0", "20, 10, XX, 1", "20, 30, GT, 1",
    "20, 10, GT, 0", "-1, 30, GT, 0", "20, 10, LT, 1", "20, 30, LT, 0", "-1, 30, LT, 1",
    "20, 20, GT, 0", "20, 20, LT, 0"
  })
  void expire_obeys_its_condition(int before, String seconds, String condition, int done) {
    kv.run("SET", "k", "v");
    if (before > 0) {
      kv.run("EXPIRE", "k", Integer.toString(before));
    }
    assertThat(kv.run("EXPIRE", "k", seconds, condition)).isEqualTo(":" + done + "\r\n");
    String after = done == 1 ? seconds : Integer.toString(before);
    assertThat(kv.run("TTL", "k")).isEqualTo(":" + after + "\r\n");
  }

  @Test
  void expire_refuses_what_redis_refuses() {
    kv.run("SET", "k", "v");
    assertThat(kv.run("EXPIRE", "k", "1", "NX", "GT"))
        .isEqualTo("-ERR NX and XX, GT or LT options at the same time are not compatible");
    assertThat(kv.run("EXPIRE", "k", "1", "GT", "LT"))
        .isEqualTo("-ERR GT and LT options at the same time are not compatible");
    assertThat(kv.run("EXPIRE", "k", "x", "foo")).isEqualTo("-ERR Unsupported option foo");
    assertThat(kv.run("EXPIRE", "k", "9223372036854775807"))
        .isEqualTo("-ERR invalid expire time in 'expire' command");
  }

  @Test
  void counters_and_appends_keep_the_expiry() {
    kv.run("SET", "n", "1", "EX", "10");
    kv.run("INCR", "n");
    kv.run("APPEND", "n", "0");
    assertThat(kv.run("TTL", "n")).isEqualTo(":10\r\n");
    assertThat(kv.run("GET", "n")).isEqualTo("$2\r\n20\r\n");
  }

  private void later(long millis) {
    kv.pass(millis);
    assertThat(kv.run("DEL", "no such key")).isEqualTo(NO);
  }
}
