package io.synod.examples.kv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KvHashTest {
  private static final String WRONG_TYPE =
      "-WRONGTYPE Operation against a key holding the wrong kind of value";

  private final KvRig kv = new KvRig();

  @Test
  void fields_are_set_read_and_deleted() {
    assertThat(kv.run("HSET", "h", "a", "1", "b", "2")).isEqualTo(":2\r\n");
    assertThat(kv.run("HSET", "h", "a", "3", "c", "4")).isEqualTo(":1\r\n");
    assertThat(kv.run("HGET", "h", "a")).isEqualTo("$1\r\n3\r\n");
    assertThat(kv.run("HGET", "h", "x")).isEqualTo("$-1\r\n");
    assertThat(kv.run("HMGET", "h", "c", "x", "b"))
        .isEqualTo("*3\r\n$1\r\n4\r\n$-1\r\n$1\r\n2\r\n");
    assertThat(kv.run("HLEN", "h")).isEqualTo(":3\r\n");
    assertThat(kv.run("HEXISTS", "h", "b")).isEqualTo(":1\r\n");
    assertThat(kv.run("HSTRLEN", "h", "b")).isEqualTo(":1\r\n");
    assertThat(kv.run("HDEL", "h", "b", "b", "x")).isEqualTo(":1\r\n");
    assertThat(kv.run("HGETALL", "h").split("\r\n")).hasSize(9).contains("*4", "a", "3", "c", "4");
    assertThat(kv.run("HKEYS", "h")).startsWith("*2\r\n");
    assertThat(kv.run("HVALS", "h")).startsWith("*2\r\n");
    assertThat(kv.run("TYPE", "h")).isEqualTo("+hash\r\n");
  }

  @Test
  void a_hash_without_fields_does_not_exist() {
    kv.run("HSET", "h", "a", "1");
    assertThat(kv.run("HDEL", "h", "a")).isEqualTo(":1\r\n");
    assertThat(kv.run("EXISTS", "h")).isEqualTo(":0\r\n");
    assertThat(kv.run("HLEN", "h")).isEqualTo(":0\r\n");
    assertThat(kv.run("HGETALL", "h")).isEqualTo("*0\r\n");
    assertThat(kv.run("DIGEST")).isEqualTo("$16\r\n0000000000000000\r\n");
  }

  @Test
  void equal_hashes_have_equal_digests_whatever_led_to_them() {
    KvRig other = new KvRig();
    kv.run("HSET", "h", "a", "1", "b", "2", "c", "3");
    kv.run("HDEL", "h", "b");
    other.run("HSET", "h", "c", "3");
    other.run("HSET", "h", "a", "0");
    assertThat(kv.run("DIGEST")).isNotEqualTo(other.run("DIGEST"));
    other.run("HSET", "h", "a", "1");
    assertThat(kv.run("DIGEST")).isEqualTo(other.run("DIGEST"));
  }

  @Test
  void a_hash_keeps_its_expiry() {
    kv.run("HSET", "h", "a", "1");
    kv.run("EXPIRE", "h", "10");
    kv.run("HSET", "h", "b", "1");
    kv.run("HINCRBY", "h", "a", "1");
    assertThat(kv.run("TTL", "h")).isEqualTo(":10\r\n");
    kv.pass(10_000);
    kv.tick();
    assertThat(kv.run("HGET", "h", "a")).isEqualTo("$-1\r\n");
  }

  @Test
  void fields_count() {
    assertThat(kv.run("HINCRBY", "h", "n", "5")).isEqualTo(":5\r\n");
    assertThat(kv.run("HINCRBY", "h", "n", "-7")).isEqualTo(":-2\r\n");
    assertThat(kv.run("HINCRBYFLOAT", "h", "n", "0.5")).isEqualTo("$4\r\n-1.5\r\n");
    assertThat(kv.run("HINCRBY", "h", "n", "1")).isEqualTo("-ERR hash value is not an integer");
    kv.run("HSET", "h", "text", "x");
    assertThat(kv.run("HINCRBYFLOAT", "h", "text", "1"))
        .isEqualTo("-ERR hash value is not a float");
  }

  @Test
  void hsetnx_sets_only_an_absent_field() {
    assertThat(kv.run("HSETNX", "h", "a", "1")).isEqualTo(":1\r\n");
    assertThat(kv.run("HSETNX", "h", "a", "2")).isEqualTo(":0\r\n");
    assertThat(kv.run("HGET", "h", "a")).isEqualTo("$1\r\n1\r\n");
    assertThat(kv.run("HMSET", "h", "a", "2")).isEqualTo("+OK\r\n");
    assertThat(kv.run("HSET", "h", "a", "2", "b"))
        .isEqualTo("-ERR wrong number of arguments for 'hset' command");
  }

  @Test
  void a_word_that_is_wrong_by_itself_comes_before_the_type_of_the_key() {
    kv.run("SET", "s", "v");
    kv.run("HSET", "h", "f", "v");
    String noInteger = "-ERR value is not an integer or out of range";
    assertThat(kv.run("HINCRBY", "s", "f", "x")).isEqualTo(noInteger);
    assertThat(kv.run("GETRANGE", "h", "0", "x")).isEqualTo(noInteger);
    assertThat(kv.run("HINCRBYFLOAT", "s", "f", "x")).isEqualTo("-ERR value is not a valid float");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET h",
        "STRLEN h",
        "GETRANGE h 0 1",
        "APPEND h x",
        "INCR h",
        "INCRBYFLOAT h 1",
        "GETSET h x",
        "GETDEL h",
        "GETEX h",
        "SET h x GET",
        "DELETE_IF_EQUAL h x",
        "HGET s f",
        "HSET s f v",
        "HDEL s f",
        "HLEN s",
        "HSCAN s 0",
        "HSCAN s 0 FOO",
        "HINCRBY s f 1"
      })
  void a_command_for_another_type_is_refused_and_changes_nothing(String command) {
    kv.run("HSET", "h", "f", "v");
    kv.run("SET", "s", "v");
    String before = kv.run("DIGEST");
    String[] words = command.split(" ");
    assertThat(kv.run(words[0], Arrays.copyOfRange(words, 1, words.length))).isEqualTo(WRONG_TYPE);
    assertThat(kv.run("DIGEST")).isEqualTo(before);
  }

  @Test
  void commands_that_ignore_the_type_take_a_hash() {
    kv.run("HSET", "h", "f", "v");
    assertThat(kv.run("MGET", "h")).isEqualTo("*1\r\n$-1\r\n");
    assertThat(kv.run("RENAME", "h", "g")).isEqualTo("+OK\r\n");
    assertThat(kv.run("HGET", "g", "f")).isEqualTo("$1\r\nv\r\n");
    assertThat(kv.run("SCAN", "0", "TYPE", "hash")).endsWith("*1\r\n$1\r\ng\r\n");
    assertThat(kv.run("SET", "g", "x")).isEqualTo("+OK\r\n");
    assertThat(kv.run("TYPE", "g")).isEqualTo("+string\r\n");
  }

  @Test
  void a_scan_of_a_hash_returns_each_field_once() {
    for (int i = 0; i < 200; i++) {
      kv.run("HSET", "h", "field:" + i, "v" + i);
    }
    List<String> fields = new ArrayList<>();
    String cursor = "0";
    do {
      String[] lines = kv.run("HSCAN", "h", cursor, "COUNT", "13").split("\r\n");
      cursor = lines[2];
      for (int i = 5; i < lines.length; i += 4) {
        fields.add(lines[i]);
        assertThat(lines[i + 2]).isEqualTo("v" + lines[i].substring("field:".length()));
      }
    } while (!cursor.equals("0"));
    assertThat(fields).hasSize(200).doesNotHaveDuplicates();
    assertThat(kv.run("HSCAN", "h", "0", "TYPE", "x")).isEqualTo("-ERR syntax error");
    assertThat(kv.run("HSCAN", "none", "0", "FOO")).isEqualTo("*2\r\n$1\r\n0\r\n*0\r\n");
  }

  @ParameterizedTest
  @CsvSource({
    "10.50, 0.1, 10.6",
    "5.0e3, 2.0e2, 5200",
    "3, -3, 0",
    "0.1, 0.2, 0.3",
    "-1, 0.25, -0.75",
    "0, 1e-20, 0",
    "1e308, 1, 1"
  })
  void fractions_are_added(String value, String amount, String sum) {
    kv.run("SET", "n", value);
    String answer = kv.run("INCRBYFLOAT", "n", amount).split("\r\n")[1];
    assertThat(answer).startsWith(sum);
    assertThat(kv.run("GET", "n").split("\r\n")[1]).isEqualTo(answer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "nan", "inf", "1e400", "1e999999999", "1e-999999999", " 1"})
  void a_malformed_fraction_is_refused(String amount) {
    assertThat(kv.run("INCRBYFLOAT", "n", amount)).isEqualTo("-ERR value is not a valid float");
    kv.run("SET", "n", amount);
    assertThat(kv.run("INCRBYFLOAT", "n", "1")).isEqualTo("-ERR value is not a valid float");
  }
}
