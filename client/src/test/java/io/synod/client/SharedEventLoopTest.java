package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.uring.IoUring;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.synod.network.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients on an event loop that others use too. */
@Timeout(60)
final class SharedEventLoopTest extends ClientFixture {
  @AfterEach
  void closeAll() throws Exception {
    close();
    awaitNoClientThreads();
  }

  @Test
  void clients_on_a_shared_event_loop_leave_it_running() {
    FakeReplica replica = replica(0);
    EventLoopGroup loops = Transport.chosen().eventLoops(1, "synod-shared");
    try {
      List<SynodClient> clients = new ArrayList<>();
      for (int count = 0; count < 10; count++) {
        clients.add(builder(replica.text()).eventLoop(loops.next()).build());
      }
      clients.forEach(client -> assertAnswered(client.send(bytes("a")), "a"));
      assertThat(clientThreads()).containsExactly("synod-shared");
      clients.forEach(SynodClient::close);
      assertThat(loops.isShuttingDown()).isFalse();
    } finally {
      loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_client_speaks_over_the_transport_of_a_shared_event_loop(Transport transport) {
    assumeTrue(isAvailable(transport), transport + " is not available here");
    FakeReplica replica = replica(0);
    EventLoopGroup loops = transport.eventLoops(1, "synod-shared");
    try (SynodClient client = builder(replica.text()).eventLoop(loops.next()).build()) {
      assertAnswered(client.send(bytes("a")), "a");
    } finally {
      loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  private static boolean isAvailable(Transport transport) {
    return switch (transport) {
      case EPOLL -> Epoll.isAvailable();
      case IO_URING -> IoUring.isAvailable();
      case NIO -> true;
    };
  }

  @Test
  void when_a_shared_event_loop_ends_first_requests_fail_and_closing_does_not_hang() {
    EventLoopGroup loops = Transport.chosen().eventLoops(1, "synod-shared");
    SynodClient client = builder(replica(0).text()).eventLoop(loops.next()).build();
    assertAnswered(client.send(bytes("a")), "a");
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    for (int time = 0; time < 2; time++) {
      assertThat(client.send(bytes("b")))
          .failsWithin(LONG)
          .withThrowableThat()
          .withCauseInstanceOf(RequestFailedException.class)
          .withMessageContaining("never sent: the client's event loop is shut down");
    }
    client.close();
  }

  @Test
  void when_a_shared_event_loop_ends_before_a_connection_was_made_everything_ends()
      throws Exception {
    EventLoopGroup loops = Transport.chosen().eventLoops(1, "synod-shared");
    SynodClient client = builder("127.0.0.1:1").maxOutstanding(1).eventLoop(loops.next()).build();
    List<CompletableFuture<byte[]>> sent = new ArrayList<>();
    // One may be sent and sixteen may wait; the next one waits for space.
    for (int request = 0; request < 17; request++) {
      sent.add(client.send(bytes("a")));
    }
    FutureTask<CompletableFuture<byte[]>> waiting =
        new FutureTask<>(() -> client.sendWaiting(bytes("w")));
    new Thread(waiting, "waits for space").start();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    sent.add(waiting.get(10, TimeUnit.SECONDS));
    for (CompletableFuture<byte[]> request : sent) {
      assertThat(request)
          .failsWithin(LONG)
          .withThrowableThat()
          .withCauseInstanceOf(RequestFailedException.class)
          .withMessageContaining("the client's event loop is shut down");
    }
    assertThat(client.state().unanswered()).isZero();
    client.close();
  }

  @Test
  void a_callback_may_close_a_client_whose_shared_event_loop_has_ended() {
    EventLoopGroup loops = Transport.chosen().eventLoops(1, "synod-shared");
    SynodClient client = waitingToConnect(loops.next());
    CompletableFuture<String> closing = closingCallback(client);
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS);
    assertThat(closing).succeedsWithin(LONG).isEqualTo("closed");
    client.close();
  }

  @Test
  void a_callback_may_close_a_client_that_another_thread_closes_after_its_event_loop() {
    EventLoopGroup loops = Transport.chosen().eventLoops(1, "synod-shared");
    EventLoop loop = loops.next();
    SynodClient client = waitingToConnect(loop);
    CompletableFuture<String> closing = closingCallback(client);
    CompletableFuture<Void> closed = new CompletableFuture<>();
    // Keeps the client from the news that its event loop has ended.
    GlobalEventExecutor.INSTANCE.execute(closed::join);
    try {
      loops.shutdownGracefully(0, 5, TimeUnit.SECONDS);
      loop.terminationFuture().syncUninterruptibly();
      client.close();
      assertThat(closing).isCompletedWithValue("closed");
    } finally {
      closed.complete(null);
    }
  }

  @Test
  void a_client_ends_although_its_shared_event_loop_ends_with_the_task_that_closes_it() {
    LosingLoop loop = new LosingLoop();
    SynodClient client = builder("127.0.0.1:1").eventLoop(loop).build();
    CompletableFuture<byte[]> sent = client.send(bytes("a"));
    loop.losesTasksOf = Thread.currentThread();
    client.close();
    assertThat(sent).isCompletedExceptionally();
    client.close();
  }

  /** As Netty's, it may take a task of another thread when it ends and never run it. */
  private static final class LosingLoop extends SingleThreadIoEventLoop {
    private volatile Thread losesTasksOf;

    LosingLoop() {
      super(null, new DefaultThreadFactory("synod-shared"), NioIoHandler.newFactory());
    }

    @Override
    public void execute(Runnable task) {
      if (Thread.currentThread() == losesTasksOf) {
        losesTasksOf = null;
        shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
      } else {
        super.execute(task);
      }
    }
  }

  /**
   * A client that has failed to connect several times, so that it now waits long before the next
   * attempt: an event of a connection would end its requests on the event loop.
   */
  private static SynodClient waitingToConnect(EventLoop loop) {
    SynodClient client =
        builder("127.0.0.1:1").requestTimeout(Duration.ofMillis(500)).eventLoop(loop).build();
    assertThat(client.send(bytes("a"))).failsWithin(LONG);
    return client;
  }

  private static CompletableFuture<String> closingCallback(SynodClient client) {
    return client
        .send(bytes("a"))
        .handle(
            (answer, failure) -> {
              client.close();
              return "closed";
            });
  }
}
