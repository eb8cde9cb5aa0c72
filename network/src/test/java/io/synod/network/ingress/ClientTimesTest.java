package io.synod.network.ingress;

import static io.synod.network.ingress.IngressFixture.ALLOCATOR;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelProgressivePromise;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long a client may do nothing, and take nothing, on a made-up clock. */
final class ClientTimesTest {
  private static final long IDLE_MILLIS = 60_000;
  private static final long STALLED_MILLIS = 2_500;

  private final RecordingIngress listener = new RecordingIngress();
  private final IngressPort port =
      new IngressPort(
          IngressFixture.settings(IngressFixture.times(5_000, IDLE_MILLIS, STALLED_MILLIS), 0),
          listener,
          () -> this.nowNanos);
  private final Socket socket = new Socket();
  private final EmbeddedChannel channel = new EmbeddedChannel(socket);
  private final AcceptedClient client = new AcceptedClient(port, channel);
  private long nowNanos;

  /** Takes all that is written, unless it holds it. */
  private static final class Socket extends ChannelOutboundHandlerAdapter {
    private boolean holds;
    private ByteBuf held;
    private ChannelProgressivePromise promise;

    @Override
    public void write(ChannelHandlerContext context, Object frames, ChannelPromise written) {
      if (holds) {
        held = (ByteBuf) frames;
        promise = (ChannelProgressivePromise) written;
      } else {
        context.write(frames, written);
      }
    }

    void takePart() {
      promise.tryProgress(1, held.readableBytes());
    }

    void takeRest() {
      held.release();
      promise.setSuccess();
    }
  }

  @BeforeEach
  void open() {
    client.addToChannel();
    channel.pipeline().fireChannelActive();
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private void pass(long millis) {
    nowNanos += TimeUnit.MILLISECONDS.toNanos(millis);
    client.checkTime(nowNanos);
  }

  private void greet() {
    channel.writeInbound(new ClientHello(IngressFixture.CLUSTER).encode(ALLOCATOR));
    assertThat(port.greeted()).containsExactly(client);
  }

  @Test
  void an_idle_client_is_disconnected() throws Exception {
    greet();
    pass(IDLE_MILLIS);
    assertThat(channel.isOpen()).isTrue();
    pass(1);
    assertThat(channel.isOpen()).isFalse();
    listener.expect(new RecordingIngress.Closed(client));
    assertThat(port.accepted()).isEmpty();
  }

  @Test
  void one_that_asks_for_status_alone_is_disconnected_once_it_is_idle() {
    pass(IDLE_MILLIS - 1);
    channel.writeInbound(Frame.empty(ALLOCATOR, FrameType.STATUS_REQUEST));
    pass(IDLE_MILLIS);
    assertThat(channel.isOpen()).isTrue();
    pass(1);
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void a_client_that_takes_a_long_answer_slowly_is_not_taken_for_one_that_does_not_read() {
    greet();
    sendLongAnswer();
    for (int part = 0; part < 10; part++) {
      pass(STALLED_MILLIS - 100);
      socket.takePart();
      assertThat(channel.isOpen()).isTrue();
    }
    pass(STALLED_MILLIS);
    socket.takeRest();
    pass(STALLED_MILLIS + 1);
    assertThat(channel.isOpen()).isTrue();
    assertThat(port.tally().snapshot().slow()).isZero();
  }

  @Test
  void a_client_that_takes_no_more_of_a_long_answer_is_disconnected() {
    greet();
    sendLongAnswer();
    pass(STALLED_MILLIS - 100);
    socket.takePart();
    pass(STALLED_MILLIS);
    assertThat(channel.isOpen()).isTrue();
    pass(1);
    assertThat(channel.isOpen()).isFalse();
    assertThat(port.tally().snapshot().slow()).isEqualTo(1);
    socket.takeRest();
  }

  private void sendLongAnswer() {
    socket.holds = true;
    client.send(ALLOCATOR.buffer(1 << 10).writeZero(1 << 10));
    assertThat(client.unsentBytes()).isPositive();
  }
}
