package io.synod.network.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LastFramesTest {
  private final LastFrames lastFrames = new LastFrames();
  private final List<EmbeddedChannel> refused = new ArrayList<>();

  @AfterEach
  void release() {
    refused.forEach(EmbeddedChannel::finishAndReleaseAll);
  }

  /** A client that connects again and again and reads nothing. */
  @Test
  void the_number_of_lingering_connections_is_bounded() {
    for (int connection = 0; connection < 200; connection++) {
      refuse();
    }
    assertThat(refused.stream().filter(EmbeddedChannel::isOpen)).hasSize(64);
    refused.get(3).close();
    assertThat(refuse().isOpen()).isTrue();
    assertThat(refuse().isOpen()).isFalse();
  }

  private EmbeddedChannel refuse() {
    EmbeddedChannel channel =
        new EmbeddedChannel() {
          @Override
          protected void doWrite(ChannelOutboundBuffer frames) {
            // The other side reads nothing.
          }
        };
    refused.add(channel);
    ByteBuf frame = Unpooled.buffer(4).writeInt(7);
    lastFrames.send(channel, frame);
    channel.runPendingTasks();
    return channel;
  }
}
