package io.synod.examples.kv.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/** The endpoint on a real socket, before a service that answers in the calling thread. */
@Timeout(60)
final class RedisEndpointTest {
  private static final String HOST = "127.0.0.1";
  // As the kernel shows connections.
  private static final String ESTABLISHED = "01";
  private static final String KEEP_ALIVE_TIMER = "02";

  private static final int TIMEOUT_MILLIS = 20_000;

  private RedisEndpoint endpoint;

  @BeforeEach
  void start() throws IOException {
    endpoint =
        RedisEndpoint.start(new RedisSettings(HOST, 0, 2, 16, 100_000, 64 << 20), new Serial());
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  @Test
  void a_pipeline_longer_than_what_may_be_in_flight_is_answered_whole_and_in_order() {
    try (Jedis jedis = new Jedis(HOST, endpoint.port(), TIMEOUT_MILLIS)) {
      Pipeline pipeline = jedis.pipelined();
      Response<String> last = null;
      for (int i = 0; i < 5000; i++) {
        pipeline.set("k", "v" + i);
        last = pipeline.get("k");
      }
      pipeline.sync();
      assertThat(last.get()).isEqualTo("v4999");
    }
  }

  @Test
  void a_value_as_large_as_a_command_may_be_comes_back() {
    try (Jedis jedis = new Jedis(HOST, endpoint.port(), TIMEOUT_MILLIS)) {
      String value = "x".repeat(99_000);
      assertThat(jedis.set("k", value)).isEqualTo("OK");
      assertThat(jedis.get("k")).isEqualTo(value);
    }
  }

  @Test
  void a_client_that_reads_late_gets_all_answers_in_their_order() throws IOException {
    byte[] value = new byte[90_000];
    Arrays.fill(value, (byte) 'x');
    try (Jedis jedis = new Jedis(HOST, endpoint.port(), TIMEOUT_MILLIS)) {
      jedis.set("k".getBytes(UTF_8), value);
    }
    int gets = 300;
    try (Socket socket = new Socket(HOST, endpoint.port())) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write("MGET k k k\r\nPING\r\n".repeat(gets).getBytes(UTF_8));
      byte[] values = ("$90000\r\n" + "x".repeat(90_000) + "\r\n").repeat(3).getBytes(UTF_8);
      for (int i = 0; i < gets; i++) {
        assertThat(socket.getInputStream().readNBytes(4)).asString().isEqualTo("*3\r\n");
        assertThat(socket.getInputStream().readNBytes(values.length)).isEqualTo(values);
        assertThat(socket.getInputStream().readNBytes(7)).asString().isEqualTo("+PONG\r\n");
      }
    }
  }

  @Test
  void a_client_that_ends_its_side_is_answered_and_closed() throws IOException {
    try (Socket socket = new Socket(HOST, endpoint.port())) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write("INCR n\r\n".repeat(1000).getBytes(UTF_8));
      socket.shutdownOutput();
      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .hasLineCount(1000)
          .endsWith(":1000\r\n");
    }
  }

  @Test
  void one_connection_too_many_is_refused() {
    try (Jedis first = new Jedis(HOST, endpoint.port(), TIMEOUT_MILLIS);
        Jedis second = new Jedis(HOST, endpoint.port(), TIMEOUT_MILLIS)) {
      first.ping();
      second.ping();
      assertThatThrownBy(this::pingOnce)
          .isInstanceOfAny(JedisDataException.class, JedisConnectionException.class);
      assertThat(first.ping()).isEqualTo("PONG");
    }
  }

  private void pingOnce() {
    try (Jedis jedis = new Jedis(HOST, endpoint.port(), TIMEOUT_MILLIS)) {
      jedis.ping();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_client_that_has_vanished_is_noticed_by_keep_alives() throws IOException {
    try (Jedis jedis = new Jedis(HOST, endpoint.port(), TIMEOUT_MILLIS)) {
      jedis.ping();
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      List<String> timers = timers();
      // Until the answer is acknowledged another timer runs.
      while (!timers.equals(List.of(KEEP_ALIVE_TIMER)) && System.nanoTime() < deadline) {
        timers = timers();
      }
      assertThat(timers).containsExactly(KEEP_ALIVE_TIMER);
    }
  }

  /** Of the connections that the endpoint has accepted. */
  private List<String> timers() throws IOException {
    String ours = ":%04X".formatted(endpoint.port());
    List<String> timers = new ArrayList<>();
    for (String version : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/net", version))) {
        String[] columns = line.strip().split("\\s+");
        if (columns[1].endsWith(ours) && columns[3].equals(ESTABLISHED)) {
          timers.add(columns[5].split(":")[0]);
        }
      }
    }
    return timers;
  }

  @Test
  void a_port_in_use_is_named() {
    RedisSettings same = RedisSettings.on(HOST, endpoint.port());
    assertThatThrownBy(() -> RedisEndpoint.start(same, new Serial()))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "cannot listen on %s:%d for Redis: address already in use"
                .formatted(HOST, endpoint.port()));
  }

  /** One service, as one replica's service thread would run it. */
  static final class Serial implements Backend {
    private final FakeBackend backend = new FakeBackend().answeringAtOnce();

    @Override
    public synchronized CompletableFuture<byte[]> write(byte[] request) {
      return backend.write(request);
    }

    @Override
    public synchronized CompletableFuture<byte[]> read(byte[] request, boolean latest) {
      return backend.read(request, latest);
    }

    @Override
    public String info() {
      return backend.info();
    }
  }
}
