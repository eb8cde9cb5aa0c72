package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting for space in the client, and for the leader. */
@Timeout(60)
final class WaitingSendTest extends ClientFixture {
  @AfterEach
  void closeAll() throws Exception {
    close();
    awaitNoClientThreads();
  }

  @Test
  void none_of_many_requests_fails_because_too_many_wait() throws Exception {
    FakeReplica replica = replica(0);
    SynodClient client = client(builder(replica.text()).maxOutstanding(8));
    List<CompletableFuture<byte[]>> sent = new ArrayList<>();
    for (int count = 0; count < 5_000; count++) {
      sent.add(client.sendWaiting(bytes("request " + count)));
    }
    for (int count = 0; count < sent.size(); count++) {
      assertAnswered(sent.get(count), "request " + count);
    }
  }

  /** Starts a thread that fills the client, and waits until it waits. */
  private static Thread filling(SynodClient client, BlockingQueue<Object> ends) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (true) {
                  CompletableFuture<byte[]> sent = client.sendWaiting(new byte[10]);
                  if (sent.isCompletedExceptionally()) {
                    ends.add(sent.handle((answer, failure) -> failure.getMessage()).join());
                    return;
                  }
                }
              } catch (InterruptedException end) {
                ends.add(end);
              }
            });
    thread.start();
    await(() -> thread.getState() == Thread.State.TIMED_WAITING);
    return thread;
  }

  @Test
  void an_interrupt_ends_the_wait() throws Exception {
    SynodClient client = client(builder("127.0.0.1:1").maxOutstanding(1));
    BlockingQueue<Object> ends = new LinkedBlockingQueue<>();
    filling(client, ends).interrupt();
    assertThat(ends.poll(20, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
  }

  @Test
  void an_interrupted_thread_sends_nothing() throws Exception {
    SynodClient client = client(builder("127.0.0.1:1"));
    try {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> client.sendWaiting(new byte[1]))
          .isInstanceOf(InterruptedException.class);
      assertThat(client.state().unanswered()).isZero();
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> client.awaitReady(Duration.ZERO))
          .isInstanceOf(InterruptedException.class);
    } finally {
      assertThat(Thread.interrupted()).isFalse();
    }
  }

  @Test
  void closing_the_client_ends_the_wait() throws Exception {
    SynodClient client = client(builder("127.0.0.1:1").maxOutstanding(1));
    BlockingQueue<Object> ends = new LinkedBlockingQueue<>();
    filling(client, ends);
    client.close();
    assertThat(ends.poll(20, TimeUnit.SECONDS)).asString().contains("the client is closed");
  }

  @Test
  void a_request_that_never_fits_fails_at_once() throws Exception {
    SynodClient client = client(builder("127.0.0.1:1").maxWaitingBytes(1_000));
    byte[] large = new byte[1_000];
    for (CompletableFuture<byte[]> request :
        List.of(client.sendWaiting(large), client.send(large), client.query(large))) {
      assertThat(request)
          .failsWithin(LONG)
          .withThrowableThat()
          .withMessageContaining("1000 bytes is more than the client may hold");
    }
  }

  @Test
  void the_event_loop_must_not_wait() throws Exception {
    FakeReplica replica = replica(0);
    // With an answer before the callback is there, this thread would call it.
    replica.silent = true;
    SynodClient client = client(builder(replica.text()));
    CompletableFuture<Object> inCallback =
        client
            .send(bytes("one"))
            .handle(
                (answer, failure) -> {
                  assertThatThrownBy(() -> client.sendWaiting(bytes("two")))
                      .isInstanceOf(IllegalStateException.class);
                  assertThatThrownBy(() -> client.awaitReady(LONG))
                      .isInstanceOf(IllegalStateException.class);
                  return "checked";
                });
    replica.silent = false;
    assertThat(inCallback).succeedsWithin(LONG).isEqualTo("checked");
  }

  @Test
  void a_client_is_ready_once_it_is_connected_to_the_leader() throws Exception {
    BlockingQueue<String> notified = new LinkedBlockingQueue<>();
    FakeReplica replica = replica(0);
    SynodClient client =
        client(
            builder(replica.text())
                .connectionListener(
                    new ConnectionListener() {
                      @Override
                      public void onConnected(int number, InetSocketAddress address) {
                        notified.add("connected to " + number);
                        throw new IllegalStateException("on purpose");
                      }

                      @Override
                      public void onDisconnected() {
                        notified.add("disconnected");
                      }
                    }));
    assertThat(client.awaitReady(LONG)).isTrue();
    assertThat(client.state().isReady()).isTrue();
    assertThat(client.state().leader()).isZero();
    assertThat(client.state().address().getPort()).isEqualTo(replica.address().getPort());
    assertThat(client.state().unanswered()).isZero();
    assertThat(notified.poll(20, TimeUnit.SECONDS)).isEqualTo("connected to 0");
    replica.disconnectAll();
    assertThat(notified.poll(20, TimeUnit.SECONDS)).isEqualTo("disconnected");
    assertThat(notified.poll(20, TimeUnit.SECONDS)).isEqualTo("connected to 0");
    client.close();
    assertThat(notified.poll(20, TimeUnit.SECONDS)).isEqualTo("disconnected");
    assertThat(client.state()).isEqualTo(new ClientState(-1, null, 0));
    assertThat(client.state().isReady()).isFalse();
    assertThat(client.awaitReady(LONG)).isFalse();
  }

  @Test
  void without_a_leader_it_is_not_ready() throws Exception {
    SynodClient client = client(builder("127.0.0.1:1"));
    assertThat(client.awaitReady(Duration.ofMillis(50))).isFalse();
    assertThat(client.awaitReady(Duration.ZERO)).isFalse();
    client.send(new byte[1]);
    assertThat(client.state()).isEqualTo(new ClientState(-1, null, 1));
  }
}
