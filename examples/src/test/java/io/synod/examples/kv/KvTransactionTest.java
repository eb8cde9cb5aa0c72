package io.synod.examples.kv;

import static io.synod.examples.kv.command.Limits.VALUE_BYTES_MAX;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.examples.kv.command.Operation;
import io.synod.examples.kv.command.Resp;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The request that EXEC becomes. */
final class KvTransactionTest {
  private final KvRig kv = new KvRig();

  @Test
  void all_commands_are_executed_in_order_and_an_error_stops_none() throws ServiceException {
    kv.run("SET", "text", "x");
    assertThat(exec(List.of(), "SET k 1", "INCR k", "INCR text", "GET k", "HGETALL k"))
        .isEqualTo(
            "*5\r\n+OK\r\n:2\r\n-ERR value is not an integer or out of range\r\n$1\r\n2\r\n"
                + "-WRONGTYPE Operation against a key holding the wrong kind of value\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET k w",
        "SET k v",
        "APPEND k x",
        "DEL k",
        "EXPIRE k 100",
        "FLUSHALL",
        "RENAME k l",
        "RENAME other k"
      })
  void nothing_is_executed_if_a_watched_key_has_changed(String change) throws ServiceException {
    kv.run("SET", "k", "v");
    kv.run("SET", "other", "w");
    List<byte[]> watched = watch("k");
    run(change);
    assertThat(exec(watched, "SET done 1")).isEqualTo("*-1\r\n");
    assertThat(kv.run("EXISTS", "done")).isEqualTo(":0\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SET k w;SET k v", "DEL k;SET k v", "INCR n;SET k v"})
  void a_key_that_was_set_back_has_changed(String changes) throws ServiceException {
    kv.run("SET", "k", "v");
    List<byte[]> watched = watch("k");
    for (String change : changes.split(";")) {
      run(change);
    }
    assertThat(exec(watched, "SET done 1")).isEqualTo("*-1\r\n");
  }

  @Test
  void an_absent_key_that_appeared_and_vanished_has_changed() throws ServiceException {
    List<byte[]> watched = watch("k");
    run("SET k v");
    run("DEL k");
    assertThat(exec(watched, "SET done 1")).isEqualTo("*-1\r\n");
  }

  @Test
  void a_key_that_expired_has_changed() throws ServiceException {
    kv.run("SET", "k", "v", "PX", "100");
    List<byte[]> watched = watch("k");
    kv.pass(100);
    assertThat(exec(watched, "SET done 1")).isEqualTo("*-1\r\n");
  }

  @Test
  void reads_and_changes_of_other_keys_do_not_count() throws ServiceException {
    kv.run("SET", "k", "v");
    List<byte[]> watched = watch("k", "absent");
    run("GET k");
    run("SET other v");
    run("DEL absent");
    assertThat(exec(watched, "GET k")).isEqualTo("*1\r\n$1\r\nv\r\n");
  }

  @Test
  void versions_are_part_of_a_snapshot() throws Exception {
    kv.run("MSET", "k", "v", "l", "w");
    List<byte[]> watched = watch("k", "l", "absent");
    kv.run("SET", "l", "w");
    KvRig restored = new KvRig();
    restored.restore(new ByteArrayInputStream(snapshot()), kv);
    for (String key : List.of("k", "l", "absent")) {
      assertThat(restored.run("VERSIONS", key)).isEqualTo(kv.run("VERSIONS", key));
    }
    byte[] request = transaction(Resp.VERSION_2, watched, "SET done 1");
    assertThat(new String(restored.run(true, request), UTF_8)).isEqualTo("*-1\r\n");
  }

  @Test
  void answers_that_are_too_large_undo_all_commands() {
    kv.run("SET", "k", "x".repeat(VALUE_BYTES_MAX));
    String before = kv.run("DIGEST");
    assertThatThrownBy(() -> exec(List.of(), "SET done 1", "PEXPIRE k 10", "GET k", "GET k"))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("the reply is larger than 2097152 bytes");
    assertThat(kv.run("DIGEST")).isEqualTo(before);
    assertThat(kv.service().state().firstExpiryMillis()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void in_version_3_each_answer_is_in_version_3() throws ServiceException {
    kv.run("HSET", "h", "f", "v");
    byte[] request = transaction(Resp.VERSION_3, List.of(), "HGETALL h", "GET none");
    assertThat(new String(kv.run(true, request), UTF_8))
        .isEqualTo("*2\r\n%1\r\n$1\r\nf\r\n$1\r\nv\r\n_\r\n");
    List<byte[]> watched = watch("h");
    kv.run("DEL", "h");
    request = transaction(Resp.VERSION_3, watched, "GET none");
    assertThat(new String(kv.run(true, request), UTF_8)).isEqualTo("_\r\n");
  }

  @Test
  void a_malformed_transaction_is_refused() {
    assertThat(kv.run("TRANSACTION", "x")).startsWith("-ERR value is not an integer");
    assertThat(kv.run("TRANSACTION", "-1")).isEqualTo("-ERR malformed request: -1 watched keys");
    assertThat(kv.run("TRANSACTION", "1", "k")).isEqualTo("-ERR malformed request: 1 watched keys");
    assertThat(kv.run("TRANSACTION", "0", "", "\u0001"))
        .isEqualTo(
            "*2\r\n-ERR malformed request: not a command of a transaction\r\n"
                + "-ERR wrong number of arguments for 'set' command\r\n");
    byte[] scan = Operation.SCAN.request("0".getBytes(UTF_8));
    assertThat(kv.run("TRANSACTION", "0", new String(scan, UTF_8)))
        .startsWith("*1\r\n-ERR malformed request");
    byte[] nested = Operation.TRANSACTION.request("0".getBytes(UTF_8));
    assertThat(kv.run("TRANSACTION", "0", new String(nested, UTF_8)))
        .startsWith("*1\r\n-ERR malformed request");
  }

  private void run(String command) {
    String[] words = command.split(" ");
    String[] arguments = Arrays.copyOfRange(words, 1, words.length);
    assertThat(kv.run(words[0], arguments)).doesNotStartWith("-");
  }

  /** Key and version in turns. */
  private List<byte[]> watch(String... keys) {
    String[] lines = kv.run("VERSIONS", keys).split("\r\n");
    List<byte[]> watched = new ArrayList<>();
    for (int i = 0; i < keys.length; i++) {
      watched.add(keys[i].getBytes(UTF_8));
      watched.add(lines[i + 1].substring(1).getBytes(UTF_8));
    }
    return watched;
  }

  private String exec(List<byte[]> watched, String... commands) throws ServiceException {
    return new String(kv.run(true, transaction(Resp.VERSION_2, watched, commands)), UTF_8);
  }

  private static byte[] transaction(int version, List<byte[]> watched, String... commands) {
    List<byte[]> arguments = new ArrayList<>();
    arguments.add(Integer.toString(watched.size() / 2).getBytes(UTF_8));
    arguments.addAll(watched);
    for (String command : commands) {
      List<byte[]> words = new ArrayList<>();
      for (String word : command.split(" ")) {
        words.add(word.getBytes(UTF_8));
      }
      Operation operation = Operation.valueOf(command.split(" ")[0]);
      arguments.add(operation.request(Resp.VERSION_2, words.subList(1, words.size())));
    }
    return Operation.TRANSACTION.request(version, arguments);
  }

  private byte[] snapshot() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Snapshot snapshot = kv.service().snapshot()) {
      snapshot.writeTo(out);
    }
    return out.toByteArray();
  }
}
