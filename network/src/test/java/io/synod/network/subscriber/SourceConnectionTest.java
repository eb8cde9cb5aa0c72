package io.synod.network.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.synod.core.cluster.View;
import io.synod.core.message.Message;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Levels;
import io.synod.network.wire.Members;
import io.synod.network.wire.Welcome;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A subscriber and the levels of its source. */
class SourceConnectionTest {
  private static final SourceSettings SETTINGS =
      new SourceSettings(
          "orders", "", List.of(new InetSocketAddress(7200)), 1 << 16, 1_000_000_000L);

  private final List<String> events = new ArrayList<>();

  private final class Recorder implements SourceConnection.Listener {
    @Override
    public void onWelcome(boolean leads) {
      events.add("welcome");
    }

    @Override
    public void onLeadership(Leadership leadership) {}

    @Override
    public void onMembers(Members members) {
      events.add("members " + members.number());
    }

    @Override
    public void onMessage(Message message) {
      throw new AssertionError(message);
    }

    @Override
    public void onEnd(String reason) {
      events.add(reason);
    }

    @Override
    public void onBug(Throwable bug) {
      throw new AssertionError(bug);
    }
  }

  @Test
  void a_source_that_speaks_later_levels_too_is_followed() {
    welcomedBy(new Levels(1, 2, "0.2.0"));

    assertThat(events).containsExactly("welcome");
  }

  @Test
  void a_source_without_a_common_level_is_left_with_both_ranges_and_versions() {
    welcomedBy(new Levels(2, 3, "0.3.0"));

    assertThat(events)
        .singleElement()
        .asString()
        .startsWith("it speaks levels 2 to 3 (Synod 0.3.0), this subscriber level 1 (Synod ")
        .endsWith(
            "upgrade the older one to a version between the two, which speaks a level of each");
  }

  @Test
  void an_end_whose_exception_has_no_message_has_a_reason() {
    EmbeddedChannel channel = new EmbeddedChannel(new SourceConnection(SETTINGS, new Recorder()));
    channel.pipeline().fireExceptionCaught(new ClosedChannelException());
    channel.finishAndReleaseAll();

    assertThat(events).containsExactly("java.nio.channels.ClosedChannelException");
  }

  @Test
  void a_frame_that_is_longer_than_the_subscriber_takes_is_named_with_the_setting() {
    EmbeddedChannel channel = new EmbeddedChannel(new SourceConnection(SETTINGS, new Recorder()));
    channel.writeInbound(welcome(Levels.OWN));
    ByteBuf header = ByteBufAllocator.DEFAULT.buffer();
    header.writeShort(Frame.MAGIC).writeByte(Frame.VERSION).writeByte(FrameType.DECIDED.code());
    header.writeInt(SETTINGS.frameBytesMax() + 1).writeInt(0);
    channel.writeInbound(header);
    channel.finishAndReleaseAll();

    assertThat(events)
        .containsExactly(
            "welcome",
            "it sent a frame of a length that this subscriber does not take (network.max-frame,"
                + " maxFrameBytes): body of 65537 bytes exceeds the limit of 65536");
  }

  @Test
  void another_program_at_the_port_is_recognized() {
    EmbeddedChannel channel = new EmbeddedChannel(new SourceConnection(SETTINGS, new Recorder()));
    channel.writeInbound(Unpooled.copiedBuffer("HTTP/1.1 400 Bad Request", StandardCharsets.UTF_8));
    channel.finishAndReleaseAll();

    assertThat(events)
        .containsExactly(
            "it broke the protocol: bad magic 0x4854, a frame begins with 0x5359; is this the client"
                + " port of a replica?");
  }

  private static ByteBuf welcome(Levels levels) {
    Leadership leadership = new Leadership(View.NONE, Leadership.UNKNOWN, "");
    return new Welcome(1, leadership, 100, 16, levels).encode(ByteBufAllocator.DEFAULT);
  }

  private void welcomedBy(Levels levels) {
    EmbeddedChannel channel = new EmbeddedChannel(new SourceConnection(SETTINGS, new Recorder()));
    channel.writeInbound(welcome(levels));
    List<String> before = List.copyOf(events);
    channel.finishAndReleaseAll();
    events.clear();
    events.addAll(before);
  }
}
