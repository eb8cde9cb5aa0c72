package io.synod.examples.kv.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** An endpoint in a process with a small heap, and more clients than it could hold the bytes of. */
final class CrowdedEndpointTest {
  private static final int CLIENTS = 200;
  private static final int COMMANDS = 4;
  private static final String VALUE = "x".repeat(1 << 20);
  private static final String SET = "*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$1048576\r\n" + VALUE + "\r\n";
  private static final String HOST = "127.0.0.1";

  // Of a client's socket: answers that it does not take wait at the endpoint.
  private static final int RECEIVED_BYTES = 8 << 10;
  private static final int WRITE_BYTES = 16 << 10;

  // Seconds pass on a busy machine: the endpoint has a small heap, and a crowd.
  private static final int TIMEOUT_MILLIS = 20_000;

  private final List<Client> clients = new ArrayList<>();

  @Test
  @Timeout(120)
  void a_crowd_of_clients_sends_and_reads_four_mebibytes_each() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                CrowdedEndpoint.class.getName())
            .redirectError(Redirect.INHERIT)
            .start();
    try (BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), US_ASCII))) {
      run(Integer.parseInt(said.readLine()));
      assertThat(process.isAlive()).isTrue();
    } finally {
      for (Client client : clients) {
        client.channel.close();
      }
      process.destroyForcibly();
    }
  }

  private void run(int port) throws IOException {
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(new Client(port));
    }
    // In turns, so all of them have begun before the first one has sent its value.
    ByteBuffer sets = bytes(SET.repeat(COMMANDS));
    clients.forEach(client -> client.exchange(sets, bytes("+OK\r\n".repeat(COMMANDS))));
    finish();

    ByteBuffer gets = bytes("GET k\r\n".repeat(COMMANDS));
    ByteBuffer values = bytes(("$1048576\r\n" + VALUE + "\r\n").repeat(COMMANDS));
    for (Client client : clients) {
      client.exchange(gets, values);
      client.write();
    }
    // No client has taken an answer, and on both of its threads the endpoint goes on.
    for (int i = 0; i < 4; i++) {
      try (Jedis jedis = new Jedis(HOST, port, TIMEOUT_MILLIS)) {
        assertThat(jedis.ping()).isEqualTo("PONG");
      }
    }
    finish();
  }

  private void finish() throws IOException {
    try (Selector ready = Selector.open()) {
      for (Client client : clients) {
        client.channel.register(ready, client.interests(), client);
      }
      while (!ready.keys().isEmpty()) {
        ready.select(CrowdedEndpointTest::exchange);
        ready.selectNow();
      }
    }
  }

  private static void exchange(SelectionKey key) {
    Client client = (Client) key.attachment();
    try {
      client.write();
      client.read();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
    if (client.expected.hasRemaining()) {
      key.interestOps(client.interests());
    } else {
      key.cancel();
    }
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(US_ASCII));
  }

  /** Sends and reads as far as it can without waiting. */
  private static final class Client {
    final SocketChannel channel = SocketChannel.open();
    private final ByteBuffer in = ByteBuffer.allocateDirect(RECEIVED_BYTES);
    private ByteBuffer out;
    private ByteBuffer expected;

    Client(int port) throws IOException {
      channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVED_BYTES);
      channel.connect(new InetSocketAddress(HOST, port));
      channel.configureBlocking(false);
    }

    void exchange(ByteBuffer commands, ByteBuffer answers) {
      out = commands.duplicate();
      expected = answers.duplicate();
    }

    int interests() {
      return SelectionKey.OP_READ | (out.hasRemaining() ? SelectionKey.OP_WRITE : 0);
    }

    void write() throws IOException {
      int end = out.limit();
      out.limit(Math.min(end, out.position() + WRITE_BYTES));
      channel.write(out);
      out.limit(end);
    }

    void read() throws IOException {
      in.clear();
      assertThat(channel.read(in)).as("the endpoint has closed the connection").isNotNegative();
      in.flip();
      assertThat(in.limit()).as("more than the answers").isLessThanOrEqualTo(expected.remaining());
      assertThat(expected.slice(expected.position(), in.limit())).isEqualTo(in);
      expected.position(expected.position() + in.limit());
    }
  }
}
