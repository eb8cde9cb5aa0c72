package io.synod.link;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetSocketAddressResolver;
import io.netty.resolver.SimpleNameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A connection through a proxy whose target cannot be dialled. */
final class ConnectionTest {

  @Test
  void a_target_that_fails_at_once_ends_the_connection() {
    Logger logger = (Logger) LoggerFactory.getLogger(Promise.class.getPackageName());
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    OneWay outward = new OneWay(1, System::nanoTime);
    OneWay homeward = new OneWay(2, System::nanoTime);
    EmbeddedChannel near = new EmbeddedChannel();
    EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try {
      Bootstrap target =
          new Bootstrap()
              .group(loop)
              .channel(NioSocketChannel.class)
              .resolver(new Unknown())
              .remoteAddress(InetSocketAddress.createUnresolved("target", 1));
      Connection connection = new Connection(outward, homeward, target, near);
      loop.submit(connection::begin).syncUninterruptibly();
    } finally {
      loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
      logger.detachAppender(lines);
    }
    near.runPendingTasks();
    assertThat(near.isOpen()).isFalse();
    assertThat(lines.list).isEmpty();
  }

  /** Fails before the call returns, as an event loop that is closed does. */
  private static final class Unknown extends AddressResolverGroup<InetSocketAddress> {
    @Override
    protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
      return new InetSocketAddressResolver(
          executor,
          new SimpleNameResolver<InetAddress>(executor) {
            @Override
            protected void doResolve(String name, Promise<InetAddress> promise) {
              promise.setFailure(new UnknownHostException(name));
            }

            @Override
            protected void doResolveAll(String name, Promise<List<InetAddress>> promise) {
              promise.setFailure(new UnknownHostException(name));
            }
          });
    }
  }
}
