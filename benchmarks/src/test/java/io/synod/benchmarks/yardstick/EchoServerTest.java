package io.synod.benchmarks.yardstick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.SynodClient;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class EchoServerTest {
  private final Listening echo = Listening.echo(new YardstickSettings("test", 8, 1 << 20, 100), 0);

  @AfterEach
  void close() {
    echo.close();
  }

  @Test
  void answers_a_client_of_a_cluster() throws Exception {
    try (SynodClient client = client()) {
      assertThat(client.execute(new byte[128])).hasSize(8);
    }
  }

  @Test
  void answers_requests_in_the_order_in_which_they_were_sent() throws Exception {
    try (SynodClient client = client()) {
      List<CompletableFuture<byte[]>> answers = new ArrayList<>();
      for (int index = 0; index < 1_000; index++) {
        answers.add(client.send(new byte[index]));
      }
      answers.get(999).get(20, TimeUnit.SECONDS);
      assertThat(answers).allMatch(CompletableFuture::isDone);
    }
  }

  @Test
  void garbage_closes_its_connection_and_no_other() throws Exception {
    try (SynodClient client = client();
        Socket socket = new Socket("127.0.0.1", echo.port())) {
      assertThat(client.execute(new byte[1])).hasSize(8);
      OutputStream out = socket.getOutputStream();
      out.write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      out.flush();
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
      assertThat(client.execute(new byte[1])).hasSize(8);
    }
  }

  @Test
  void a_port_that_is_taken_is_an_error_that_names_it() {
    assertThatThrownBy(() -> Listening.echo(new YardstickSettings("b", 8, 1 << 20, 1), echo.port()))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(String.valueOf(echo.port()));
  }

  private SynodClient client() {
    return SynodClient.builder().cluster("test").replicas("127.0.0.1:" + echo.port()).build();
  }
}
