package io.synod.examples.kv.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RedisProtocolTest {
  private final RedisRig redis = new RedisRig(new FakeBackend().answeringAtOnce());

  @AfterEach
  void close() {
    redis.close();
  }

  @Test
  void a_command_may_come_in_pieces() {
    String command = "*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$5\r\nv\r\nv2\r\n";
    for (int i = 0; i < command.length() - 1; i++) {
      assertThat(redis.send(command.substring(i, i + 1))).isEmpty();
    }
    assertThat(redis.send(command.substring(command.length() - 1))).isEqualTo("+OK\r\n");
    assertThat(redis.command("get", "k")).isEqualTo("$5\r\nv\r\nv2\r\n");
  }

  @Test
  void a_line_may_be_typed_without_quotes() {
    assertThat(redis.send("  set   a  b \r\n")).isEqualTo("+OK\r\n");
    assertThat(redis.command("GET", "a")).isEqualTo("$1\r\nb\r\n");
    assertThat(redis.send("set a \"b c\"\r\n"))
        .isEqualTo("-ERR Protocol error: quotes in a typed command, use redis-cli\r\n");
  }

  /** As nc sends it. */
  @Test
  void a_typed_line_may_end_in_a_line_feed_alone() {
    assertThat(redis.send("set a b\n\nget a\n")).isEqualTo("+OK\r\n$1\r\nb\r\n");
  }

  @Test
  void a_typed_word_is_bytes() {
    redis.channel.writeInbound(
        Unpooled.wrappedBuffer(new byte[] {'E', 'C', 'H', 'O', ' ', -1, 10}));
    assertThat(redis.received()).startsWith("$1\r\n");
  }

  @Test
  void empty_commands_are_passed_over() {
    assertThat(redis.send("\r\n*0\r\n*-1\r\n*-5\r\nPING\r\n")).isEqualTo("+PONG\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*1\r\n:1\r\n",
        "*1\r\n$-1\r\n",
        "*1\r\n*1\r\n$1\r\na\r\n",
        "$1\r\na\r\n",
        ":1\r\n",
        "*x\r\n",
        "*1\r\n$x\r\n",
        "*1\r\n$-5\r\n",
        "*1\r\n$1\r\nabc",
        "*1000000\r\n",
        "*1\r\n$1001\r\n",
        "ECHO \"open\r\n",
        "ECHO 'a'b\r\n",
        "*99999999999999999999\r\n",
        "*1\r\n$4294967297\r\n"
      })
  void a_protocol_violation_is_answered_with_an_error_and_a_close(String bytes) {
    String answer = redis.send("PING\r\n" + bytes);
    if (redis.channel.isActive()) {
      answer += redis.send("PING\r\n");
    }
    assertThat(redis.channel.isActive()).isFalse();
    assertThat(answer + redis.received()).doesNotContain("PONG\r\n+PONG");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST / HTTP/1.1", "post /", "POST", "Host: localhost:6380"})
  void a_web_page_cannot_send_commands_by_a_browser(String line) {
    assertThat(redis.send(line + "\r\n\r\nFLUSHALL\r\n"))
        .isEqualTo("-ERR Protocol error: this is HTTP\r\n");
    assertThat(redis.channel.isActive()).isFalse();
  }

  @Test
  void all_words_of_a_command_together_are_bounded() {
    assertThat(redis.send("*3\r\n$3\r\nSET\r\n$600\r\n" + "x".repeat(600) + "\r\n")).isEmpty();
    assertThat(redis.send("$600\r\n")).isEqualTo("-ERR Protocol error: invalid bulk length\r\n");
    assertThat(redis.channel.isActive()).isFalse();
  }

  @Test
  void the_error_of_a_broken_protocol_stands_behind_the_answers() {
    assertThat(redis.send("PING\r\n*1\r\n:1\r\n"))
        .isEqualTo("+PONG\r\n-ERR Protocol error: expected '$'\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "$", ":", "+", "-", "P", "*1\r\n$"})
  void a_line_without_an_end_costs_bounded_memory(String begin) {
    assertThat(redis.send(begin)).isEmpty();
    String digits = "1".repeat(16 << 10);
    for (int i = 0; i < 20 && redis.channel.isActive(); i++) {
      redis.send(digits);
    }
    assertThat(redis.channel.isActive()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "PING;+PONG",
        "PING x;$1 x",
        "PING x y;-ERR wrong number of arguments for 'ping' command",
        "ECHO;-ERR wrong number of arguments for 'echo' command",
        "SELECT 0;+OK",
        "SELECT 1;-ERR DB index is out of range",
        "SELECT x;-ERR value is not an integer or out of range",
        "GET;-ERR wrong number of arguments for 'get' command",
        "get a b;-ERR wrong number of arguments for 'get' command",
        "FOO bar baz;-ERR unknown command 'FOO', with args beginning with: 'bar' 'baz' ",
        "TICK;-ERR unknown command 'TICK', with args beginning with: ",
        "DIGEST;-ERR unknown command 'DIGEST', with args beginning with: ",
        "DEBUG DIGEST;$16 0000000000000000",
        "DEBUG SLEEP 1;-ERR unknown subcommand 'SLEEP'. Try DEBUG HELP.",
        "CLIENT ID;:1",
        "CLIENT GETNAME;$-1",
        "CLIENT SETNAME me;+OK",
        "CLIENT SETINFO lib-name jedis;+OK",
        "CLIENT SETINFO lib-ver 1;+OK",
        "CLIENT SETINFO foo 1;-ERR Unrecognized option 'foo'",
        "CLIENT;-ERR wrong number of arguments for 'client' command",
        "CLIENT SETNAME;-ERR wrong number of arguments for 'client|setname' command",
        "CLIENT KILL;-ERR unknown subcommand 'KILL'. Try CLIENT HELP.",
        "CONFIG GET appendonly;*2 $10 appendonly $2 no",
        "CONFIG GET maxmemory;*0",
        "CONFIG GET;-ERR wrong number of arguments for 'config|get' command",
        "CONFIG SET a b;-ERR unknown subcommand 'SET'. Try CONFIG HELP.",
        "ROLE;*3 $6 master :0 *0",
        "TIME x;-ERR wrong number of arguments for 'time' command",
        "CLUSTER INFO;-ERR unknown command 'CLUSTER', with args beginning with: 'INFO' ",
        "COMMAND DOCS;*0",
        "COMMAND INFO foo;*1 *-1",
        "COMMAND INFO mset;*1 *6 $4 mset :-3 *1 +write :1 :-1 :2",
        "HELLO 4;-NOPROTO unsupported protocol version",
        "HELLO x;-NOPROTO unsupported protocol version",
        "HELLO 2 FOO;-ERR Syntax error in HELLO option 'FOO'"
      })
  void these_are_answered_as_by_redis(String line, String answer) {
    String expected =
        answer.startsWith("-") || answer.startsWith("+") ? answer : answer.replace(" ", "\r\n");
    assertThat(redis.send(line + "\r\n").stripTrailing()).isEqualTo(expected.stripTrailing());
  }

  @Test
  void a_client_may_give_itself_a_plain_name() {
    redis.command("CLIENT", "SETNAME", "me");
    assertThat(redis.command("CLIENT", "GETNAME")).isEqualTo("$2\r\nme\r\n");
    assertThat(redis.command("CLIENT", "SETNAME", "a b"))
        .isEqualTo("-ERR Client names cannot contain spaces, newlines or special characters.\r\n");
  }

  @Test
  void the_names_of_a_client_are_short() {
    String longest = "x".repeat(256);
    String tooLong = "-ERR Client names cannot have more than 256 characters.\r\n";
    for (String[] words :
        new String[][] {
          {"CLIENT", "SETNAME"}, {"CLIENT", "SETINFO", "LIB-NAME"}, {"CLIENT", "SETINFO", "LIB-VER"}
        }) {
      assertThat(redis.command(with(words, longest))).isEqualTo("+OK\r\n");
      assertThat(redis.command(with(words, longest + "x"))).isEqualTo(tooLong);
    }
    assertThat(redis.command("HELLO", "2", "SETNAME", longest)).startsWith("*14\r\n");
    assertThat(redis.command("HELLO", "3", "SETNAME", longest + "x")).isEqualTo(tooLong);
    // Each client has one of these lines in the answer that any other one may ask for.
    assertThat(redis.command("CLIENT", "LIST")).hasSizeLessThan(1_000);
  }

  private static String[] with(String[] words, String last) {
    String[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = last;
    return all;
  }

  @Test
  void hello_greets_and_takes_a_name() {
    assertThat(redis.command("HELLO", "2", "SETNAME", "me"))
        .startsWith("*14\r\n$6\r\nserver\r\n$5\r\nredis\r\n")
        .contains("$5\r\nproto\r\n:2\r\n$2\r\nid\r\n:1\r\n");
    assertThat(redis.command("CLIENT", "GETNAME")).isEqualTo("$2\r\nme\r\n");
    assertThat(redis.command("HELLO")).startsWith("*14\r\n");
  }

  @Test
  void numbers_for_clients_are_the_same_in_every_locale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      assertThat(redis.command("CLIENT", "INFO")).contains("id=1 ", " resp=2 ");
      assertThat(redis.command("INFO")).containsPattern("\r\nprocess_id:[0-9]+\r\n");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void in_version_3_nothing_is_a_null_and_settings_are_a_map() {
    assertThat(redis.command("HELLO", "3", "SETNAME", "me"))
        .startsWith("%7\r\n$6\r\nserver\r\n$5\r\nredis\r\n")
        .contains("$5\r\nproto\r\n:3\r\n$2\r\nid\r\n:1\r\n")
        .endsWith("$7\r\nmodules\r\n*0\r\n");
    assertThat(redis.command("HELLO")).startsWith("%7\r\n");
    assertThat(redis.command("CLIENT", "GETNAME")).isEqualTo("$2\r\nme\r\n");
    assertThat(redis.command("CONFIG", "GET", "appendonly"))
        .isEqualTo("%1\r\n$10\r\nappendonly\r\n$2\r\nno\r\n");
    assertThat(redis.command("COMMAND", "INFO", "foo")).isEqualTo("*1\r\n_\r\n");
    assertThat(redis.command("PING")).isEqualTo("+PONG\r\n");
    assertThat(redis.command("FOO")).startsWith("-ERR unknown command");
    assertThat(redis.command("HELLO", "2")).startsWith("*14\r\n");
    assertThat(redis.command("CONFIG", "GET", "appendonly")).startsWith("*2\r\n");
  }

  @Test
  void a_hello_that_is_refused_changes_nothing() {
    assertThat(redis.command("HELLO", "3", "AUTH", "a", "b")).startsWith("-ERR AUTH");
    assertThat(redis.command("CONFIG", "GET", "appendonly")).startsWith("*2\r\n");
  }

  @Test
  void info_answers_the_sections_that_are_asked_for() {
    assertThat(redis.command("INFO", "server"))
        .contains("# Server\r\nredis_version:7.0.0\r\n", "uptime_in_seconds:")
        .doesNotContain("# Clients", "fake:yes");
    assertThat(redis.command("INFO", "Replication", "FAKE"))
        .contains("role:master", "fake:yes")
        .doesNotContain("# Server");
    assertThat(redis.command("INFO", "everything")).contains("# Server", "fake:yes");
    assertThat(redis.command("INFO", "none")).isEqualTo("$0\r\n\r\n");
  }

  @Test
  void time_is_in_seconds_and_microseconds() {
    String[] lines = redis.command("TIME").split("\r\n");
    assertThat(Long.parseLong(lines[2])).isGreaterThan(1_700_000_000L);
    assertThat(Long.parseLong(lines[4])).isBetween(0L, 999_999L);
  }

  @Test
  void client_list_shows_names_and_libraries() {
    redis.command("CLIENT", "SETNAME", "me");
    redis.command("CLIENT", "SETINFO", "LIB-NAME", "jedis");
    redis.command("CLIENT", "SETINFO", "LIB-VER", "7");
    assertThat(redis.command("CLIENT", "INFO")).isEqualTo(redis.command("CLIENT", "LIST"));
    assertThat(redis.command("CLIENT", "LIST"))
        .contains("id=1 ", " name=me ", " resp=2 ", " lib-name=jedis lib-ver=7\n");
  }

  @Test
  void in_version_3_a_hash_is_a_map() {
    redis.command("HSET", "h", "f", "v");
    assertThat(redis.command("HGETALL", "h")).isEqualTo("*2\r\n$1\r\nf\r\n$1\r\nv\r\n");
    redis.command("HELLO", "3");
    assertThat(redis.command("HGETALL", "h")).isEqualTo("%1\r\n$1\r\nf\r\n$1\r\nv\r\n");
    assertThat(redis.command("HGETALL", "none")).isEqualTo("%0\r\n");
    assertThat(redis.command("HMGET", "h", "none", "f")).isEqualTo("*2\r\n_\r\n$1\r\nv\r\n");
    assertThat(redis.command("MGET", "none")).isEqualTo("*1\r\n_\r\n");
  }

  @Test
  void info_describes_server_clients_and_backend() {
    assertThat(redis.command("INFO"))
        .contains("redis_version:", "connected_clients:1", "fake:yes", "role:master");
  }

  @Test
  void an_unknown_command_is_echoed_only_so_far_and_on_one_line() {
    String answer = redis.command("F\r\nO", "x".repeat(300), "y");
    assertThat(answer)
        .isEqualTo(
            "-ERR unknown command 'F  O', with args beginning with: '%s' \r\n"
                .formatted("x".repeat(128)));
  }
}
