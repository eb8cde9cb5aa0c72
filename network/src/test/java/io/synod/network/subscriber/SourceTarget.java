package io.synod.network.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.synod.core.message.Decided;
import io.synod.core.message.Message;
import io.synod.core.message.SnapshotPart;
import io.synod.network.wire.FrameStreams;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Members;
import io.synod.network.wire.PortTarget;
import java.net.InetSocketAddress;
import java.util.List;

/** What may come from whatever a subscriber takes for a source. */
final class SourceTarget extends PortTarget {
  private static final int FRAME_BYTES_MAX = 1 << 16;

  private final StringBuilder kind = new StringBuilder();
  private int ends;
  private boolean welcomed;

  SourceTarget() {
    super(FRAME_BYTES_MAX);
  }

  private final class Recorder implements SourceConnection.Listener {
    @Override
    public void onWelcome(boolean leads) {
      welcomed = true;
      kind.append(leads ? " leader's welcome" : " welcome");
    }

    @Override
    public void onLeadership(Leadership leadership) {
      kind.append(leadership.leader() < 0 ? " none leads" : " leader");
    }

    @Override
    public void onMembers(Members members) {
      assertThat(welcomed).as("members come from a source that has welcomed").isTrue();
      kind.append(" members");
    }

    @Override
    public void onMessage(Message message) {
      assertThat(welcomed).as("members come from a source that has welcomed").isTrue();
      assertThat(ends).as("messages after the end").isZero();
      kind.append(' ').append(message.getClass().getSimpleName());
      if (message instanceof Decided decided) {
        kind.append(decided.batches().size());
      } else if (message instanceof SnapshotPart part) {
        assertThat(part.offset() + part.bytes().length).isLessThanOrEqualTo(part.totalBytes());
      }
    }

    @Override
    public void onEnd(String reason) {
      ends++;
      kind.append(' ').append(reason.replaceAll("[0-9A-Fx-]+", "#"));
    }

    @Override
    public void onBug(Throwable bug) {
      failed(bug);
    }
  }

  @Override
  public String name() {
    return "source";
  }

  @Override
  public List<byte[]> samples() {
    byte[] welcome = FrameStreams.frame(FrameType.WELCOME);
    byte[] decided = FrameStreams.frame(FrameType.DECIDED);
    byte[] part = FrameStreams.frame(FrameType.SNAPSHOT_PART);
    return List.of(
        FrameStreams.stream(welcome, FrameStreams.frame(FrameType.REFUSED)),
        FrameStreams.stream(welcome, FrameStreams.frame(FrameType.MEMBERS), decided, decided),
        FrameStreams.stream(welcome, FrameStreams.frame(FrameType.LEADER), part, part),
        FrameStreams.stream(welcome, FrameStreams.frame(FrameType.QUORUM_READ_REPLY), decided),
        FrameStreams.stream(
            welcome, FrameStreams.claim(FrameType.DECIDED, FRAME_BYTES_MAX), new byte[30]));
  }

  @Override
  protected void accept(Channel connection) {
    kind.setLength(0);
    ends = 0;
    welcomed = false;
    SourceSettings settings =
        new SourceSettings(
            "orders", "", List.of(new InetSocketAddress(7200)), FRAME_BYTES_MAX, 1_000_000_000L);
    connection.pipeline().addLast(new SourceConnection(settings, new Recorder()));
  }

  @Override
  protected String received(FrameStreams.Judgement sent) {
    assertThat(ends).as("reported ends").isEqualTo(1);
    return kind.toString();
  }
}
