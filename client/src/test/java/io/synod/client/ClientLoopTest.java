package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.epoll.Epoll;
import io.synod.network.transport.Sockets;
import io.synod.network.transport.Transport;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.Members;
import io.synod.network.wire.Welcome;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

@Timeout(60)
final class ClientLoopTest {

  @Test
  void a_channel_that_the_loop_does_not_take_is_a_connection_that_has_failed() {
    assumeTrue(Epoll.isAvailable());
    EventLoopGroup loops = Transport.NIO.eventLoops(1, "synod-client-loop");
    try (FakeReplica replica = new FakeReplica(0)) {
      ClientSettings settings =
          SynodClient.builder()
              .cluster(FakeReplica.CLUSTER)
              .replicas(replica.text())
              .requestTimeout(Duration.ofSeconds(3))
              .settings();
      ClientLoop client = new ClientLoop(loops.next(), Transport.EPOLL, settings, 1);
      client.start();
      Request request = Request.update(new byte[1]);
      client.send(request);
      assertThat(request)
          .failsWithin(Duration.ofSeconds(20))
          .withThrowableThat()
          .withCauseInstanceOf(RequestFailedException.class)
          .withMessageContaining("incompatible event loop");
    } finally {
      loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  /** Its other address is looked up again and again, for as long as requests are under way. */
  @Test
  void a_name_server_that_does_not_answer_does_not_stop_the_client() {
    EventLoopGroup loops = Transport.NIO.eventLoops(1, "synod-client-loop");
    try (FakeReplica replica = new FakeReplica(0)) {
      Sockets sockets =
          named(
              name ->
                  name.getHostString().equals("known.invalid")
                      ? CompletableFuture.completedFuture(replica.address())
                      : new CompletableFuture<>());
      ClientSettings settings =
          SynodClient.builder()
              .cluster(FakeReplica.CLUSTER)
              .replicas("known.invalid:1,unknown.invalid:1")
              .connectTimeout(Duration.ofMillis(50))
              .settings();
      ClientLoop client = new ClientLoop(loops.next(), sockets, settings, 1);
      client.start();
      for (int count = 0; count < 20; count++) {
        Request request = Request.update(new byte[1]);
        client.send(request);
        assertThat(request).succeedsWithin(Duration.ofSeconds(20));
      }
    } finally {
      loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  /** This machine's, with other names. */
  private static Sockets named(
      Function<InetSocketAddress, CompletableFuture<InetSocketAddress>> names) {
    return (Sockets)
        Proxy.newProxyInstance(
            Sockets.class.getClassLoader(),
            new Class<?>[] {Sockets.class},
            (proxy, method, arguments) ->
                method.getName().equals("lookUp")
                    ? names.apply((InetSocketAddress) arguments[0])
                    : method.invoke(Transport.NIO, arguments));
  }

  @Test
  void an_exception_of_a_channel_ends_its_connection_and_not_the_client() throws Exception {
    EventLoopGroup loops = Transport.NIO.eventLoops(1, "synod-client-loop");
    try (FakeReplica replica = new FakeReplica(0)) {
      ClientSettings settings =
          SynodClient.builder()
              .cluster(FakeReplica.CLUSTER)
              .replicas(replica.text())
              .requestTimeout(Duration.ofSeconds(20))
              .settings();
      ClientLoop client = new ClientLoop(loops.next(), Transport.NIO, settings, 1);
      RecordingCaller caller = new RecordingCaller();
      Connection connection = new Connection(settings, replica.address(), client, caller);
      loops
          .submit(
              () ->
                  new EmbeddedChannel(connection)
                      .pipeline()
                      .fireExceptionCaught(new IllegalStateException("a bug")))
          .get(5, TimeUnit.SECONDS);
      assertThat(caller.ends).singleElement().asString().contains("a bug");
      Request request = Request.update(new byte[1]);
      client.send(request);
      assertThat(request).succeedsWithin(Duration.ofSeconds(20));
    } finally {
      loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  @Test
  void a_frame_that_is_too_long_names_the_setting() throws Exception {
    EventLoopGroup loops = Transport.NIO.eventLoops(1, "synod-client-loop");
    try (FakeReplica replica = new FakeReplica(0)) {
      ClientSettings settings =
          SynodClient.builder().cluster(FakeReplica.CLUSTER).replicas(replica.text()).settings();
      ClientLoop client = new ClientLoop(loops.next(), Transport.NIO, settings, 1);
      RecordingCaller caller = new RecordingCaller();
      Connection connection = new Connection(settings, replica.address(), client, caller);
      MalformedFrame tooLong =
          new MalformedFrame(MalformedFrame.Kind.LENGTH, "body of 9 bytes exceeds the limit of 8");
      loops.submit(() -> connection.onMalformed(tooLong)).get(5, TimeUnit.SECONDS);
      assertThat(caller.ends)
          .containsExactly(
              "sent a frame of a length that this client does not take (maxFrameBytes): body of 9"
                  + " bytes exceeds the limit of 8");
    } finally {
      loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  /** An address may be that of a web server. */
  @Test
  void repeated_protocol_violations_are_one_warning() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger(SynodClient.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    logger.setLevel(Level.WARN);
    try (FakeReplica replica = new FakeReplica(0)) {
      replica.talksGarbage = true;
      try (SynodClient client =
          SynodClient.builder()
              .cluster(FakeReplica.CLUSTER)
              .replicas(replica.text())
              .requestTimeout(Duration.ofSeconds(1))
              .build()) {
        assertThat(client.send(new byte[1])).failsWithin(Duration.ofSeconds(20));
      }
    } finally {
      logger.setLevel(null);
      logger.detachAppender(lines);
    }
    assertThat(lines.list)
        .filteredOn(line -> line.getLevel() == Level.WARN)
        .singleElement()
        .asString()
        .contains("the client connects again");
  }

  static List<Throwable> thrown() {
    return List.of(new AssertionError("of the user"), new IOException("not declared"));
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void every_future_ends_whatever_the_listener_throws(Throwable thrown) {
    EventLoopGroup loops = Transport.NIO.eventLoops(1, "synod-client-loop");
    try (FakeReplica replica = new FakeReplica(0)) {
      replica.silent = true;
      ClientSettings settings =
          SynodClient.builder()
              .cluster(FakeReplica.CLUSTER)
              .replicas(replica.text())
              .connectionListener(
                  new ConnectionListener() {
                    @Override
                    public void onConnected(int number, InetSocketAddress address) {}

                    @Override
                    public void onDisconnected() {
                      ClientFixture.<RuntimeException>sneak(thrown);
                    }
                  })
              .settings();
      ClientLoop client = new ClientLoop(loops.next(), Transport.NIO, settings, 1);
      client.start();
      Request request = Request.update(new byte[1]);
      List<Boolean> readyAtEnd = new ArrayList<>();
      request.whenComplete((answer, failure) -> readyAtEnd.add(client.state().isReady()));
      client.send(request);
      ClientFixture.await(() -> client.state().isReady());
      loops.next().submit(client::close).syncUninterruptibly();
      assertThat(request).isCompletedExceptionally();
      assertThat(readyAtEnd).containsExactly(false);
      assertThat(client.state().isReady()).isFalse();
    } finally {
      loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  /** Records the ends of connections. */
  private static final class RecordingCaller implements Caller {
    private final List<String> ends = new ArrayList<>();

    @Override
    public void welcomed(Welcome welcome, long now) {}

    @Override
    public void leaderReported(Leadership leadership, long now) {}

    @Override
    public void membersReported(Members members, long now) {}

    @Override
    public void refused(String reason, long now) {}

    @Override
    public void disconnected(String reason, long now) {
      ends.add(reason);
    }

    @Override
    public void replied(Reply reply, long now) {}

    @Override
    public void queryReplied(Reply reply, long now) {}

    @Override
    public void busy(long session, long from, long now) {}
  }
}
