package io.synod.replica.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.replica.config.FreePorts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What strangers send to the metrics' port keeps nobody from reading the metrics. */
@Timeout(60)
class MetricsServerTest {

  // Less than the five seconds after which a half-sent request is ended.
  private static final int READ_MILLIS = 4_000;
  private static final String HALF = "GET /metrics HTTP/1.1\r\nHost: metr";

  private final List<Socket> sockets = new ArrayList<>();
  private InetSocketAddress address;
  private MetricsServer server;

  @BeforeEach
  void listen() throws IOException {
    address = new InetSocketAddress("127.0.0.1", FreePorts.find(1).get(0));
    server =
        new MetricsServer(
            address,
            work -> new Thread(work, "test-metrics"),
            Map.of(
                "/metrics", new MetricsServer.Page(PrometheusText.CONTENT_TYPE, () -> "synod 1"),
                "/explain", new MetricsServer.Page(MetricsServer.PLAIN, () -> "because"),
                "/broken", new MetricsServer.Page(MetricsServer.PLAIN, MetricsServerTest::fail)));
  }

  private static String fail() {
    throw new IllegalStateException("a bug of this page");
  }

  @AfterEach
  void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  @Test
  void an_address_that_cannot_be_had_is_named_as_users_write_it() {
    InetSocketAddress elsewhere = new InetSocketAddress("2001:db8::1", 9400);
    assertThatThrownBy(() -> new MetricsServer(elsewhere, Thread::new, Map.of()))
        .hasMessageStartingWith(
            "cannot listen on [2001:db8:0:0:0:0:0:1]:9400 for metrics (key metrics.port): ");
  }

  private Socket connect(String sent, int readMillis) throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.setSoTimeout(readMillis);
    socket.connect(address, READ_MILLIS);
    socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private String answer(String request) throws IOException {
    Socket socket = connect(request, READ_MILLIS);
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private String metrics() throws IOException {
    return answer("GET /metrics HTTP/1.1\r\nHost: metrics\r\nConnection: close\r\n\r\n");
  }

  @Test
  void the_head_of_an_answer_is_ascii_whatever_the_users_digits_are() throws IOException {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      assertThat(metrics()).contains("\r\ncontent-length: 7\r\n");
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 20, 500})
  void half_sent_requests_keep_no_other_waiting(int halves) throws IOException {
    for (int half = 0; half < halves; half++) {
      connect(HALF, READ_MILLIS);
    }
    assertThat(metrics()).startsWith("HTTP/1.1 200 OK").endsWith("\r\n\r\nsynod 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /metrics?name=synod HTTP/1.1\r\n\r\n",
        "GET /metrics HTTP/1.0\n\n",
        "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\nand what nobody reads",
      })
  void a_get_may_have_a_query_no_headers_and_a_body(String request) throws IOException {
    assertThat(answer(request)).startsWith("HTTP/1.1 200 OK").endsWith("synod 1");
  }

  @Test
  void a_request_may_come_byte_by_byte() throws IOException {
    Socket socket = connect("", READ_MILLIS);
    socket.setTcpNoDelay(true);
    for (byte next :
        "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII)) {
      socket.getOutputStream().write(next);
      socket.getOutputStream().flush();
    }
    assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .endsWith("synod 1");
  }

  @Test
  void a_half_sent_request_is_ended_after_a_while() throws IOException {
    Socket half = connect(HALF, 20_000);
    assertThat(isEnded(half)).isTrue();
  }

  @Test
  void each_page_is_at_its_path() throws IOException {
    assertThat(answer("GET /explain HTTP/1.1\r\n\r\n"))
        .contains("content-type: text/plain")
        .endsWith("because");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense\r\n\r\n", "POST /metrics HTTP/1.1\r\n\r\n", "\0\0\n"})
  void a_request_other_than_get_is_refused(String request) throws IOException {
    assertThat(answer(request)).doesNotContain("synod 1");
    assertThat(metrics()).endsWith("synod 1");
  }

  @Test
  void a_header_without_end_is_refused() throws IOException {
    Socket socket = connect(HALF, 20_000);
    byte[] more = "x".repeat(1 << 10).getBytes(StandardCharsets.US_ASCII);
    try {
      for (int sent = 0; sent < 10_000; sent++) {
        socket.getOutputStream().write(more);
      }
    } catch (SocketException refused) {
      assertThat(metrics()).endsWith("synod 1");
      return;
    }
    assertThat(isEnded(socket)).isTrue();
  }

  @Test
  void an_unknown_path_is_answered_with_the_known_ones() throws IOException {
    assertThat(answer("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 404")
        .endsWith("There is nothing here but /broken and /explain and /metrics.\n");
  }

  @Test
  void a_page_that_cannot_be_made_says_so_and_the_others_go_on() throws IOException {
    assertThat(answer("GET /broken HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 500");
    assertThat(metrics()).endsWith("synod 1");
  }

  private static boolean isEnded(Socket socket) throws IOException {
    try {
      while (socket.getInputStream().read() >= 0) {
        // The bytes before the end do not matter.
      }
      return true;
    } catch (SocketException reset) {
      return true;
    }
  }
}
