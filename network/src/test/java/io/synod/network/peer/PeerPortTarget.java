package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.Message;
import io.synod.network.wire.FrameStreams;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Levels;
import io.synod.network.wire.MessageCodec;
import io.synod.network.wire.PeerHello;
import io.synod.network.wire.PortTarget;
import java.util.ArrayList;
import java.util.List;

/** What may come on a connection to the peer port of replica 0 among three. */
final class PeerPortTarget extends PortTarget {
  static final int FUZZING = 2;

  private static final int FRAME_TYPE_AT = 3;

  private final MessageCodec codec = new MessageCodec();
  private final List<byte[]> received = new ArrayList<>();
  private final Listener listener = new Listener();
  private final PeerPort port =
      new PeerPort(settings(DatagramSettings.NONE), listener, System::nanoTime, () -> 7);
  private final PeerLink[] links = new PeerLink[ReplicaSet.NUMBERS];

  PeerPortTarget() {
    super(PeerFixture.FRAME_BYTES_MAX);
    for (int replica = 1; replica < links.length; replica++) {
      links[replica] = new PeerLink(replica, port);
    }
  }

  private final class Listener implements PeerListener {
    @Override
    public void onMessage(int from, Message message, int bytes) {
      received.add(FrameStreams.bytes(codec.encode(message, HEAP)));
    }

    @Override
    public void onBug(Throwable bug) {
      failed(bug);
    }
  }

  static PeerSettings settings(DatagramSettings datagrams) {
    return PeerFixture.settings(
        0, datagrams, PeerFixture.UNKNOWN, PeerFixture.UNKNOWN, PeerFixture.UNKNOWN);
  }

  static byte[] hello(int sender) {
    return hello(sender, Levels.OWN);
  }

  private static byte[] hello(int sender, Levels levels) {
    return FrameStreams.bytes(
        new PeerHello(PeerFixture.CLUSTER, "count = 8", 3, sender, 0, levels).encode(HEAP));
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
    for (Levels later : List.of(new Levels(1, 2, "0.2.0"), new Levels(2, 3, "0.3.0"))) {
      samples.add(
          FrameStreams.stream(hello(FUZZING, later), FrameStreams.frame(FrameType.HEARTBEAT_ACK)));
    }
    PeerHello standby =
        new PeerHello(PeerFixture.CLUSTER, "count = 8", 9, FUZZING, 0, Levels.OWN, 3, true);
    samples.add(
        FrameStreams.stream(
            FrameStreams.bytes(standby.encode(HEAP)), FrameStreams.frame(FrameType.CATCH_UP)));
    for (FrameType type : FrameType.values()) {
      if (type.isMessage() || type == FrameType.PING) {
        samples.add(FrameStreams.stream(hello, FrameStreams.frame(type)));
      }
    }
    samples.add(
        FrameStreams.stream(
            hello,
            FrameStreams.frame(FrameType.DATAGRAM_OFFER),
            FrameStreams.frame(FrameType.HEARTBEAT)));
    byte[] claim = FrameStreams.claim(FrameType.ACCEPT, PeerFixture.FRAME_BYTES_MAX);
    samples.add(FrameStreams.stream(hello, claim, new byte[30]));
    byte[] accept = FrameStreams.frame(FrameType.ACCEPT);
    samples.add(
        FrameStreams.stream(hello, accept, FrameStreams.frame(FrameType.HEARTBEAT), accept));
    return samples;
  }

  @Override
  protected void accept(Channel connection) {
    received.clear();
    Strangers strangers = new Strangers();
    new PeerConnection(port, new AcceptedHandshake(port, links), strangers).addTo(connection);
  }

  private static boolean isMessage(byte[] frame) {
    return frame[FRAME_TYPE_AT] >= FrameType.PRE_VOTE.code();
  }

  @Override
  protected String received(FrameStreams.Judgement sent) {
    List<byte[]> messages = sent.frames().stream().filter(PeerPortTarget::isMessage).toList();
    for (int index = 0; index < received.size(); index++) {
      assertThat(received.get(index)).isEqualTo(messages.get(index));
    }
    StringBuilder kind = new StringBuilder();
    sent.frames().forEach(frame -> kind.append(FrameStreams.typeName(frame)));
    return kind + ", received " + received.size();
  }
}
