package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import io.synod.network.wire.Pong;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class LinkMetersTest {
  private final List<Runnable> repeated = new ArrayList<>();
  private final RecordingListener listener = new RecordingListener();
  private final PeerPort port =
      new PeerPort(
          PeerFixture.settings(0, PeerFixture.UNKNOWN, PeerFixture.UNKNOWN, PeerFixture.UNKNOWN),
          listener,
          System::nanoTime,
          () -> 1);

  /** Keeps the tasks that it is to run later, or again and again. */
  private EventLoop loop() {
    return (EventLoop)
        Proxy.newProxyInstance(
            EventLoop.class.getClassLoader(),
            new Class<?>[] {EventLoop.class},
            (proxy, method, arguments) -> {
              repeated.add((Runnable) arguments[0]);
              return new EmbeddedChannel().eventLoop().schedule(() -> {}, 1, TimeUnit.HOURS);
            });
  }

  /** A link that was pinged and has answered. */
  private PeerLink answering(int replica, EmbeddedChannel channel) throws Exception {
    PeerLink link = new PeerLink(replica, port);
    link.meter.opened(channel);
    link.meter.onPong(new Pong(1));
    return link;
  }

  @Test
  void links_are_pinged_again_after_a_ping_has_thrown() throws Exception {
    EmbeddedChannel whole = new EmbeddedChannel();
    EmbeddedChannel broken =
        new EmbeddedChannel() {
          private boolean opened;

          @Override
          public ChannelFuture writeAndFlush(Object ping, ChannelPromise promise) {
            ReferenceCountUtil.release(ping);
            if (opened) {
              throw new IllegalStateException("in a ping");
            }
            opened = true;
            return promise;
          }
        };
    PeerLink[] links = {null, answering(1, broken), answering(2, whole)};
    new LinkMeters(loop(), port, links).start();
    repeated.get(0).run();
    assertThat(listener.next()).isInstanceOf(IllegalStateException.class);
    repeated.get(0).run();
    assertThat(whole.outboundMessages()).as("pings").hasSize(2);
    whole.finishAndReleaseAll();
    broken.finishAndReleaseAll();
  }

  @Test
  void bandwidth_can_be_measured_again_after_a_burst_has_thrown() throws Exception {
    boolean[] isBroken = {false};
    EmbeddedChannel channel =
        new EmbeddedChannel() {
          @Override
          public EventLoop eventLoop() {
            if (isBroken[0]) {
              throw new IllegalStateException("in a burst");
            }
            return super.eventLoop();
          }
        };
    PeerLink[] links = {null, answering(1, channel)};
    LinkMeters meters = new LinkMeters(loop(), port, links);
    CompletableFuture<Void> over = meters.over();
    meters.burstToAll();
    isBroken[0] = true;
    repeated.get(0).run();
    assertThat(listener.next()).isInstanceOf(IllegalStateException.class);
    assertThat(over).as("the waiting caller goes on").isCompleted();
    isBroken[0] = false;
    int pings = channel.outboundMessages().size();
    meters.burstToAll();
    repeated.get(1).run();
    assertThat(channel.outboundMessages().size()).as("pings of a burst").isGreaterThan(pings);
    channel.finishAndReleaseAll();
  }
}
