package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelException;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.synod.network.transport.Sockets;
import io.synod.network.transport.Transport;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replica 2, which dials replica 1. */
@Timeout(60)
class DiallerTest {
  private static final InetSocketAddress ANYWHERE = new InetSocketAddress("127.0.0.1", 9);

  private final EventLoopGroup loops = Transport.NIO.eventLoops(1, "synod-dials");
  private final EventLoop loop = loops.next();
  private final CountDownLatch dials = new CountDownLatch(2);
  private final PeerPort port =
      new PeerPort(
          PeerFixture.settings(2, PeerFixture.UNKNOWN, ANYWHERE, PeerFixture.UNKNOWN),
          new RecordingListener(),
          System::nanoTime,
          () -> 7);

  @AfterEach
  void endLoops() {
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  @Test
  void dials_again_when_there_was_no_socket_to_be_had() throws Exception {
    assertDialsAgain(loop);
  }

  /** The handshake shows whether it is still that peer's. */
  @Test
  void dials_what_a_name_meant_before_while_it_cannot_be_looked_up() throws Exception {
    InetSocketAddress unknown = InetSocketAddress.createUnresolved("127.0.0.1", 9);
    Iterator<InetSocketAddress> meanings =
        Stream.concat(Stream.of(ANYWHERE), Stream.generate(() -> unknown)).iterator();
    assertDialsAgain(named(meanings::next));
  }

  /** It then takes over the connection of the other side, if that has a lower number. */
  @Test
  void a_dial_that_is_refused_has_failed() throws Exception {
    InetSocketAddress closed = new InetSocketAddress("127.0.0.1", PeerFixture.freePorts(1).get(0));
    PeerPort port =
        new PeerPort(
            PeerFixture.settings(2, PeerFixture.UNKNOWN, closed, PeerFixture.UNKNOWN),
            new RecordingListener(),
            System::nanoTime,
            () -> 7);
    Bootstrap base =
        new Bootstrap()
            .group(loop)
            .channelFactory(
                () -> {
                  dials.countDown();
                  return new NioSocketChannel();
                });
    PeerLink link = new PeerLink(1, port);
    Dialler dialler = new Dialler(base, port, link);
    link.dialledBy(dialler);
    loop.submit(dialler::update).sync();

    assertThat(dials.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(loop.submit(dialler::isFailing).get()).isTrue();
    loop.submit(dialler::close).sync();
  }

  private void assertDialsAgain(EventLoop on) throws Exception {
    Bootstrap base =
        new Bootstrap()
            .group(on)
            .channelFactory(
                () -> {
                  dials.countDown();
                  throw new ChannelException("too many open files");
                });
    PeerLink link = new PeerLink(1, port);
    Dialler dialler = new Dialler(base, port, link);
    link.dialledBy(dialler);
    on.submit(dialler::update).sync();

    assertThat(dials.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(on.submit(dialler::isFailing).get()).isTrue();
    on.submit(dialler::close).sync();
  }

  /** The loop, with names of its own. */
  private EventLoop named(Supplier<InetSocketAddress> meanings) {
    Object sockets =
        proxy(
            Transport.NIO,
            Map.of("lookUp", () -> CompletableFuture.completedFuture(meanings.get())),
            Sockets.class);
    AtomicReference<EventLoop> named = new AtomicReference<>();
    named.set(
        (EventLoop)
            proxy(
                loop,
                Map.of("next", named::get, "sockets", () -> sockets),
                EventLoop.class,
                Sockets.Owned.class));
    return named.get();
  }

  private static Object proxy(
      Object original, Map<String, Supplier<?>> answers, Class<?>... types) {
    return Proxy.newProxyInstance(
        DiallerTest.class.getClassLoader(),
        types,
        (proxy, method, arguments) ->
            answers.containsKey(method.getName())
                ? answers.get(method.getName()).get()
                : method.invoke(original, arguments));
  }
}
