package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.synod.core.message.Message;
import io.synod.fuzzing.FuzzTarget;
import io.synod.fuzzing.Outcome;
import io.synod.network.wire.BoundedFeed;
import io.synod.network.wire.FrameStreams;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MessageCodec;
import io.synod.network.wire.PeerHello;
import java.util.ArrayList;
import java.util.List;

/** What may come on a connection to the peer port of replica 0 among three. */
final class PeerPortTarget implements FuzzTarget {
  static final int FUZZING = 2;

  // What a connection may send before it has said hello.
  private static final int HANDSHAKE_BYTES_MAX = 1 << 12;

  private static final ByteBufAllocator HEAP = new UnpooledByteBufAllocator(false);

  private final MessageCodec codec = new MessageCodec(3);
  // Netty swallows what is thrown where a failure is told.
  private Throwable failure;

  private final List<byte[]> heard = new ArrayList<>();
  private final Listener listener = new Listener();
  private final PeerPort port = new PeerPort(settings(), listener);
  private final PeerLink[] links = {
    null,
    new PeerLink(1, port.settings(), listener),
    new PeerLink(FUZZING, port.settings(), listener)
  };

  private final class Listener implements PeerListener {
    @Override
    public void onMessage(int from, Message message) {
      heard.add(FrameStreams.bytes(codec.encode(message, HEAP)));
    }

    @Override
    public void onConnected(int replica) {}

    @Override
    public void onDisconnected(int replica) {}

    @Override
    public void onFailure(Throwable bug) {
      failure = bug;
    }
  }

  static PeerSettings settings() {
    return PeerFixture.settings(0, PeerFixture.UNKNOWN, PeerFixture.UNKNOWN, PeerFixture.UNKNOWN);
  }

  static byte[] hello(int sender) {
    return FrameStreams.bytes(
        new PeerHello(PeerFixture.CLUSTER, "terms", 3, sender, 0).encode(HEAP));
  }

  @Override
  public String name() {
    return "peer-port";
  }

  @Override
  public List<byte[]> samples() {
    List<byte[]> samples = new ArrayList<>();
    byte[] hello = hello(FUZZING);
    samples.add(hello);
    for (FrameType type : FrameType.values()) {
      if (type.code() >= FrameType.CANVASS.code()) {
        samples.add(FrameStreams.stream(hello, FrameStreams.frame(type)));
      }
    }
    byte[] claim = FrameStreams.claim(FrameType.ACCEPT, PeerFixture.FRAME_BYTES_MAX);
    samples.add(FrameStreams.stream(hello, claim, new byte[30]));
    byte[] accept = FrameStreams.frame(FrameType.ACCEPT);
    samples.add(
        FrameStreams.stream(hello, accept, FrameStreams.frame(FrameType.HEARTBEAT), accept));
    return samples;
  }

  @Override
  public byte[] sealed(byte[] input) {
    return FrameStreams.sealed(input);
  }

  @Override
  public Outcome run(byte[] input) {
    failure = null;
    heard.clear();
    boolean open;
    try (BoundedFeed feed = new BoundedFeed()) {
      new PeerConnection(port, new AcceptedHandshake(port.settings(), links, List.of()))
          .addTo(feed.channel());
      feed.channel().pipeline().fireChannelActive();
      feed.feed(input);
      open = feed.isOpen();
    }
    if (failure != null) {
      throw new AssertionError("told as a bug", failure);
    }
    FrameStreams.Judgement judgement =
        FrameStreams.judge(input, HANDSHAKE_BYTES_MAX, PeerFixture.FRAME_BYTES_MAX);
    assertThat(open && judgement.broken()).as("open after a broken frame").isFalse();
    for (int index = 0; index < heard.size(); index++) {
      assertThat(heard.get(index)).isEqualTo(judgement.frames().get(index + 1));
    }
    StringBuilder kind = new StringBuilder(open ? "open" : "closed");
    judgement.frames().forEach(frame -> kind.append(FrameStreams.typeName(frame)));
    boolean deep = judgement.frames().size() > (judgement.broken() ? 1 : 0);
    return new Outcome(kind + ", heard " + heard.size(), deep);
  }
}
