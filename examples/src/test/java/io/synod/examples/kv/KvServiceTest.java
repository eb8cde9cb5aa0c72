package io.synod.examples.kv;

import static io.synod.examples.kv.command.Limits.VALUE_BYTES_MAX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.examples.kv.command.Limits;
import io.synod.examples.kv.command.Operation;
import io.synod.service.ServiceException;
import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KvServiceTest {
  private static final String OK = "+OK\r\n";
  private static final String NIL = "$-1\r\n";
  private static final String NO = ":0\r\n";
  private static final String YES = ":1\r\n";
  private static final String NOT_AN_INTEGER = "-ERR value is not an integer or out of range";
  private static final String SYNTAX_ERROR = "-ERR syntax error";

  private final KvRig kv = new KvRig();

  @Test
  void a_key_has_the_value_that_was_set_last() {
    assertThat(kv.run("GET", "k")).isEqualTo(NIL);
    assertThat(kv.run("SET", "k", "one")).isEqualTo(OK);
    assertThat(kv.run("SET", "k", "two")).isEqualTo(OK);
    assertThat(kv.run("GET", "k")).isEqualTo("$3\r\ntwo\r\n");
  }

  @Test
  void an_empty_key_and_an_empty_value_are_allowed() {
    assertThat(kv.run("SET", "", "")).isEqualTo(OK);
    assertThat(kv.run("GET", "")).isEqualTo("$0\r\n\r\n");
  }

  @Test
  void a_command_of_many_empty_arguments_is_refused_before_they_take_memory() {
    byte[] request = new byte[1 + Limits.ARGUMENTS_MAX + 1];
    request[0] = Operation.DEL.request()[0];
    assertThatThrownBy(() -> kv.run(true, request))
        .isInstanceOf(ServiceException.class)
        .hasMessage("ERR more than 65536 arguments in one command: send several commands");
    assertThat(kv.run("DEL", "", "")).isEqualTo(":0\r\n");
  }

  @Test
  void set_nx_sets_only_an_absent_key_and_set_xx_only_a_present_one() {
    assertThat(kv.run("SET", "k", "v", "XX")).isEqualTo(NIL);
    assertThat(kv.run("SET", "k", "v", "nx")).isEqualTo(OK);
    assertThat(kv.run("SET", "k", "w", "NX")).isEqualTo(NIL);
    assertThat(kv.run("SET", "k", "x", "xx")).isEqualTo(OK);
    assertThat(kv.run("GET", "k")).isEqualTo("$1\r\nx\r\n");
  }

  @Test
  void set_get_answers_the_old_value_whether_or_not_it_sets() {
    assertThat(kv.run("SET", "k", "a", "GET")).isEqualTo(NIL);
    assertThat(kv.run("SET", "k", "b", "GET")).isEqualTo("$1\r\na\r\n");
    assertThat(kv.run("SET", "k", "c", "NX", "GET")).isEqualTo("$1\r\nb\r\n");
    assertThat(kv.run("GET", "k")).isEqualTo("$1\r\nb\r\n");
  }

  @Test
  void set_ends_an_expiry_unless_it_keeps_it() {
    kv.run("SET", "k", "v", "EX", "10");
    kv.run("SET", "k", "w", "KEEPTTL");
    assertThat(kv.run("TTL", "k")).isEqualTo(":10\r\n");
    kv.run("SET", "k", "x");
    assertThat(kv.run("TTL", "k")).isEqualTo(":-1\r\n");
    kv.run("SET", "k", "y", "EX", "10", "EX", "20");
    assertThat(kv.run("TTL", "k")).isEqualTo(":20\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NX XX",
        "XX NX",
        "EX",
        "EX 1 PX 1",
        "EX 1 KEEPTTL",
        "KEEPTTL EX 1",
        "FOO",
        "PERSIST",
        "EX 0 FOO",
        "PX x NX XX"
      })
  void set_refuses_options_that_contradict(String options) {
    assertThat(kv.run("SET", ("k v " + options).split(" "))).isEqualTo(SYNTAX_ERROR);
    assertThat(kv.run("EXISTS", "k")).isEqualTo(NO);
  }

  @Test
  void set_refuses_expiry_times_that_are_none() {
    String invalid = "-ERR invalid expire time in 'set' command";
    assertThat(kv.run("SET", "k", "v", "EX", "0")).isEqualTo(invalid);
    assertThat(kv.run("SET", "k", "v", "PX", "-1")).isEqualTo(invalid);
    assertThat(kv.run("SET", "k", "v", "EX", "9223372036854775807")).isEqualTo(invalid);
    assertThat(kv.run("SET", "k", "v", "EX", "x")).isEqualTo(NOT_AN_INTEGER);
  }

  @Test
  void setnx_getset_and_getdel_answer_what_was_there() {
    assertThat(kv.run("SETNX", "k", "a")).isEqualTo(YES);
    assertThat(kv.run("SETNX", "k", "b")).isEqualTo(NO);
    assertThat(kv.run("GETSET", "k", "c")).isEqualTo("$1\r\na\r\n");
    assertThat(kv.run("GETDEL", "k")).isEqualTo("$1\r\nc\r\n");
    assertThat(kv.run("GETDEL", "k")).isEqualTo(NIL);
  }

  @Test
  void mset_sets_all_and_mget_answers_in_the_order_asked() {
    assertThat(kv.run("MSET", "a", "1", "b", "2")).isEqualTo(OK);
    assertThat(kv.run("MGET", "b", "x", "a")).isEqualTo("*3\r\n$1\r\n2\r\n$-1\r\n$1\r\n1\r\n");
  }

  @Test
  void mset_without_the_last_value_sets_nothing() {
    assertThat(kv.run("MSET", "a", "1", "b"))
        .isEqualTo("-ERR wrong number of arguments for 'mset' command");
    assertThat(kv.run("DBSIZE")).isEqualTo(NO);
  }

  @Test
  void del_counts_what_it_removed_and_exists_counts_repeats() {
    kv.run("MSET", "a", "1", "b", "2");
    assertThat(kv.run("EXISTS", "a", "a", "x")).isEqualTo(":2\r\n");
    assertThat(kv.run("DEL", "a", "a", "b", "x")).isEqualTo(":2\r\n");
    assertThat(kv.run("DBSIZE")).isEqualTo(NO);
  }

  @Test
  void counters_count() {
    assertThat(kv.run("INCR", "n")).isEqualTo(YES);
    assertThat(kv.run("INCRBY", "n", "41")).isEqualTo(":42\r\n");
    assertThat(kv.run("DECR", "n")).isEqualTo(":41\r\n");
    assertThat(kv.run("DECRBY", "n", "-1")).isEqualTo(":42\r\n");
    assertThat(kv.run("GET", "n")).isEqualTo("$2\r\n42\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a", " 1", "1 ", "01", "+1", "-0", "-", "1.0", "9223372036854775808", "٣"})
  void a_value_that_is_not_an_integer_is_not_incremented(String value) {
    kv.run("SET", "n", value);
    assertThat(kv.run("INCR", "n")).isEqualTo(NOT_AN_INTEGER);
    assertThat(kv.run("INCRBY", "m", value)).isEqualTo(NOT_AN_INTEGER);
    assertThat(kv.run("EXISTS", "m")).isEqualTo(NO);
  }

  @Test
  void a_counter_that_would_overflow_stays() {
    String overflow = "-ERR increment or decrement would overflow";
    kv.run("SET", "n", "9223372036854775807");
    assertThat(kv.run("INCR", "n")).isEqualTo(overflow);
    assertThat(kv.run("DECRBY", "n", "-9223372036854775808"))
        .isEqualTo("-ERR decrement would overflow");
    kv.run("SET", "n", "-9223372036854775808");
    assertThat(kv.run("DECR", "n")).isEqualTo(overflow);
    assertThat(kv.run("GET", "n")).isEqualTo("$20\r\n-9223372036854775808\r\n");
  }

  @Test
  void append_lengthens_and_strlen_measures() {
    assertThat(kv.run("STRLEN", "k")).isEqualTo(NO);
    assertThat(kv.run("APPEND", "k", "ab")).isEqualTo(":2\r\n");
    assertThat(kv.run("APPEND", "k", "cde")).isEqualTo(":5\r\n");
    assertThat(kv.run("STRLEN", "k")).isEqualTo(":5\r\n");
    assertThat(kv.run("GET", "k")).isEqualTo("$5\r\nabcde\r\n");
  }

  @Test
  void a_value_never_grows_beyond_the_limit() {
    String refused = "-ERR string exceeds maximum allowed size (" + VALUE_BYTES_MAX + " bytes)";
    assertThat(kv.run("SET", "k", "x".repeat(VALUE_BYTES_MAX))).isEqualTo(OK);
    assertThat(kv.run("APPEND", "k", "x")).isEqualTo(refused);
    assertThat(kv.run("MSET", "a", "b", "k", "x".repeat(VALUE_BYTES_MAX + 1))).isEqualTo(refused);
    assertThat(kv.run("EXISTS", "a")).isEqualTo(NO);
    assertThat(kv.run("STRLEN", "k")).isEqualTo(":" + VALUE_BYTES_MAX + "\r\n");
  }

  @Test
  void an_answer_beyond_the_limit_is_refused() {
    kv.run("SET", "k", "x".repeat(VALUE_BYTES_MAX));
    assertThat(begin(kv.run("MGET", "k", "k"))).startsWith("*2\r\n");
    assertThat(begin(kv.run("MGET", "k", "k", "k", "k", "k")))
        .startsWith("-ERR the reply is larger than");
  }

  @Test
  void flushdb_removes_everything() {
    kv.run("MSET", "a", "1", "b", "2");
    assertThat(kv.run("FLUSHDB", "LATER")).isEqualTo(SYNTAX_ERROR);
    assertThat(kv.run("FLUSHDB", "async")).isEqualTo(OK);
    assertThat(kv.run("DBSIZE")).isEqualTo(NO);
    assertThat(kv.run("DIGEST")).isEqualTo("$16\r\n0000000000000000\r\n");
  }

  @Test
  void type_knows_strings_only() {
    kv.run("SET", "k", "v");
    assertThat(kv.run("TYPE", "k")).isEqualTo("+string\r\n");
    assertThat(kv.run("TYPE", "x")).isEqualTo("+none\r\n");
  }

  @Test
  void a_write_is_no_query_and_a_query_no_write() {
    byte[] set = Operation.SET.request(new byte[1], new byte[1]);
    byte[] get = Operation.GET.request(new byte[1]);
    assertThatThrownBy(() -> kv.run(false, set)).isInstanceOf(ServiceException.class);
    assertThatThrownBy(() -> kv.run(true, get)).isInstanceOf(ServiceException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "00", "7f", "ff", "01", "0105", "01ffffffffff", "01ffffffff0f", "400100ff"})
  void a_malformed_request_is_refused_and_changes_nothing(String hex) {
    byte[] request = new BigInteger("1" + hex, 16).toByteArray();
    byte[] withoutOne = Arrays.copyOfRange(request, 1, request.length);
    assertThatThrownBy(() -> kv.run(true, withoutOne)).isInstanceOf(ServiceException.class);
    assertThat(kv.run("DBSIZE")).isEqualTo(NO);
  }

  @Test
  void arguments_of_any_length_arrive() {
    for (int length : new int[] {0, 1, 127, 128, 16_383, 16_384, 300_000}) {
      String value = "x".repeat(length);
      assertThat(kv.run("SET", "k", value)).isEqualTo(OK);
      assertThat(kv.run("GET", "k")).isEqualTo("$" + length + "\r\n" + value + "\r\n");
    }
  }

  @Test
  void setex_and_getex_set_the_expiry() {
    assertThat(kv.run("SETEX", "k", "10", "v")).isEqualTo(OK);
    assertThat(kv.run("TTL", "k")).isEqualTo(":10\r\n");
    assertThat(kv.run("PSETEX", "k", "1500", "v")).isEqualTo(OK);
    assertThat(kv.run("PTTL", "k")).isEqualTo(":1500\r\n");
    assertThat(kv.run("SETEX", "k", "0", "v"))
        .isEqualTo("-ERR invalid expire time in 'setex' command");
    assertThat(kv.run("GETEX", "k", "EX", "20")).isEqualTo("$1\r\nv\r\n");
    assertThat(kv.run("GETEX", "k")).isEqualTo("$1\r\nv\r\n");
    assertThat(kv.run("TTL", "k")).isEqualTo(":20\r\n");
    assertThat(kv.run("GETEX", "k", "PERSIST")).isEqualTo("$1\r\nv\r\n");
    assertThat(kv.run("TTL", "k")).isEqualTo(":-1\r\n");
    for (String options : new String[] {"EX 20", "EX 0", "PX x", "PERSIST PERSIST"}) {
      assertThat(kv.run("GETEX", ("none " + options).split(" "))).isEqualTo(NIL);
    }
    assertThat(kv.run("GETEX", "k", "EX", "0"))
        .isEqualTo("-ERR invalid expire time in 'getex' command");
    for (String options : new String[] {"EX", "EX 1 PX 1", "PERSIST EX 1", "EX 0 FOO", "NX"}) {
      assertThat(kv.run("GETEX", ("k " + options).split(" "))).isEqualTo(SYNTAX_ERROR);
    }
    assertThat(kv.run("GETEX", "k", "EXAT", "1")).isEqualTo("$1\r\nv\r\n");
    assertThat(kv.run("EXISTS", "k")).isEqualTo(NO);
  }

  @Test
  void expiry_times_may_be_given_and_read_in_every_unit() {
    kv.run("SET", "k", "v");
    assertThat(kv.run("EXPIRETIME", "k")).isEqualTo(":-1\r\n");
    assertThat(kv.run("PEXPIRE", "k", "1500")).isEqualTo(YES);
    assertThat(kv.run("PEXPIRETIME", "k")).isEqualTo(":1001500\r\n");
    assertThat(kv.run("EXPIREAT", "k", "2000")).isEqualTo(YES);
    assertThat(kv.run("EXPIRETIME", "k")).isEqualTo(":2000\r\n");
    assertThat(kv.run("PEXPIREAT", "k", "9223372036854775806")).isEqualTo(YES);
    assertThat(kv.run("PEXPIRETIME", "k")).isEqualTo(":9223372036854775806\r\n");
    assertThat(kv.run("EXPIRETIME", "k")).isEqualTo(":9223372036854776\r\n");
    assertThat(kv.run("EXPIREAT", "k", "2000")).isEqualTo(YES);
    assertThat(kv.run("PEXPIREAT", "k", "3000000", "LT")).isEqualTo(NO);
    assertThat(kv.run("PEXPIREAT", "k", "999")).isEqualTo(YES);
    assertThat(kv.run("EXPIRETIME", "k")).isEqualTo(":-2\r\n");
  }

  @Test
  void msetnx_sets_all_or_nothing() {
    assertThat(kv.run("MSETNX", "a", "1", "b", "2")).isEqualTo(YES);
    assertThat(kv.run("MSETNX", "c", "1", "b", "3")).isEqualTo(NO);
    assertThat(kv.run("EXISTS", "c")).isEqualTo(NO);
    String missing = "-ERR wrong number of arguments for 'msetnx' command";
    assertThat(kv.run("MSETNX", "c", "1", "d")).isEqualTo(missing);
    assertThat(kv.run("MSETNX", "a", "1", "d")).isEqualTo(missing);
  }

  @Test
  void a_renamed_key_keeps_value_and_expiry() {
    kv.run("SET", "k", "v", "EX", "10");
    kv.run("SET", "l", "w");
    assertThat(kv.run("RENAMENX", "k", "l")).isEqualTo(NO);
    assertThat(kv.run("RENAMENX", "k", "m")).isEqualTo(YES);
    assertThat(kv.run("RENAME", "m", "l")).isEqualTo(OK);
    assertThat(kv.run("GET", "l")).isEqualTo("$1\r\nv\r\n");
    assertThat(kv.run("TTL", "l")).isEqualTo(":10\r\n");
    assertThat(kv.run("RENAME", "l", "l")).isEqualTo(OK);
    assertThat(kv.run("DBSIZE")).isEqualTo(YES);
    assertThat(kv.run("RENAME", "k", "x")).isEqualTo("-ERR no such key");
    assertThat(kv.run("RENAMENX", "k", "l")).isEqualTo("-ERR no such key");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 3, This",
    "-3, -1, ing",
    "0, -1, This is a string",
    "10, 100, string",
    "5, 4, ''",
    "-100, 1, Th",
    "20, 30, ''",
    "-50, -100, ''",
    "-100, -50, T",
    "-100, -100, T",
    "9223372036854775807, -9223372036854775808, ''"
  })
  void getrange_cuts(String first, String last, String part) {
    kv.run("SET", "k", "This is a string");
    assertThat(kv.run("GETRANGE", "k", first, last))
        .isEqualTo("$" + part.length() + "\r\n" + part + "\r\n");
    assertThat(kv.run("GETRANGE", "none", first, last)).isEqualTo("$0\r\n\r\n");
  }

  @Test
  void unlink_touch_and_flushall_do_what_del_exists_and_flushdb_do() {
    kv.run("MSET", "a", "1", "b", "2");
    assertThat(kv.run("TOUCH", "a", "b", "x")).isEqualTo(":2\r\n");
    assertThat(kv.run("UNLINK", "a", "x")).isEqualTo(YES);
    assertThat(kv.run("FLUSHALL")).isEqualTo(OK);
    assertThat(kv.run("DBSIZE")).isEqualTo(NO);
  }

  private static String begin(String answer) {
    return answer.substring(0, 32);
  }
}
