package io.synod.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.settings.Consistency;
import io.synod.service.Codec;
import io.synod.service.ServiceException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client with types, of a replica that answers each command with its bytes. */
@Timeout(60)
final class TypedClientTest extends ClientFixture {

  private static final Codec<String> TEXTS =
      new Codec<>() {
        @Override
        public byte[] encode(String value) {
          return value.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String decode(ByteBuffer bytes) {
          return StandardCharsets.UTF_8.decode(bytes).toString();
        }
      };

  private static final Codec<Long> NUMBERS =
      new Codec<>() {
        @Override
        public byte[] encode(Long value) {
          return ByteBuffer.allocate(8).putLong(value).array();
        }

        @Override
        public Long decode(ByteBuffer bytes) {
          if (bytes.remaining() > 8) {
            throw new IllegalArgumentException("longer than a number");
          }
          return bytes.getLong();
        }
      };

  @AfterEach
  void closeAll() throws Exception {
    close();
  }

  private static Throwable failure(CompletableFuture<?> future) {
    return future.handle((reply, failure) -> failure).orTimeout(20, SECONDS).join();
  }

  @Test
  void futures_end_with_the_exceptions_of_the_client_itself() {
    SynodClient client = client(builder(replica(0).text()));
    TypedClient<String, String> typed = client.typed(TEXTS, TEXTS);
    assertThat(typed.send("a")).succeedsWithin(LONG).isEqualTo("a");
    assertThat(failure(client.send(bytes("!no")))).isInstanceOf(ServiceException.class);
    assertThat(failure(typed.send("!no"))).isInstanceOf(ServiceException.class);
    client.close();
    assertThat(failure(typed.send("a"))).isInstanceOf(RequestFailedException.class);
    assertThat(failure(typed.query("a", Consistency.LEADER)))
        .isInstanceOf(RequestFailedException.class);
  }

  @Test
  void a_reply_that_the_codec_does_not_know_was_executed() {
    TypedClient<String, Long> typed = client(builder(replica(0).text())).typed(TEXTS, NUMBERS);
    assertThatThrownBy(() -> typed.execute("short"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "executed, but the codec of replies does not know the reply of 5 bytes:"
                + " java.nio.BufferUnderflowException")
        .hasCauseInstanceOf(BufferUnderflowException.class);
    assertThat(failure(typed.send("short"))).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> typed.executeQuery("too long a text", Consistency.LEADER))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("longer than a number");
  }

  @Test
  void a_command_that_was_cancelled_before_it_was_sent_is_not_sent() {
    FakeReplica replica = replica(0);
    replica.deaf = true;
    TypedClient<String, String> typed = client(builder(replica.text())).typed(TEXTS, TEXTS);
    CompletableFuture<String> cancelled = typed.send("a");
    assertThat(cancelled.cancel(false)).isTrue();
    CompletableFuture<String> other = typed.send("b");
    replica.deaf = false;
    assertThat(other).succeedsWithin(LONG).isEqualTo("b");
    assertThat(replica.executed).hasValue(1);
  }

  @Test
  void a_codec_is_needed() {
    SynodClient client = client(builder(replica(0).text()));
    assertThatThrownBy(() -> client.typed(null, TEXTS)).hasMessage("commands");
    assertThatThrownBy(() -> client.typed(TEXTS, null)).hasMessage("replies");
  }
}
