package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import io.synod.core.message.Message;
import io.synod.fuzzing.FuzzTarget;
import io.synod.fuzzing.Outcome;
import io.synod.network.wire.Datagram;
import io.synod.network.wire.FrameStreams;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MessageCodec;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One datagram of anybody to replica 0 of three, of which replica 2 is connected. */
final class DatagramTarget implements FuzzTarget {
  private static final ByteBufAllocator HEAP = new UnpooledByteBufAllocator(false);
  private static final InetSocketAddress ANYWHERE = new InetSocketAddress("127.0.0.1", 9);
  private static final int SENDER = 2;
  private static final int TOKEN_AT = 4;

  // Stands in inputs, so that they can be kept, where the token does that was drawn.
  private static final long TOKEN_MARK = 0x0123456789ABCDEFL;

  private final MessageCodec codec = new MessageCodec();
  private final List<byte[]> received = new ArrayList<>();
  private final Listener listener = new Listener();
  private final PeerPort port =
      new PeerPort(
          PeerPortTarget.settings(DatagramSettings.upTo(1_000)),
          listener,
          System::nanoTime,
          new SecureRandom()::nextLong);
  private final PeerLink[] links = {null, new PeerLink(1, port), new PeerLink(SENDER, port)};
  private final long token = links[SENDER].datagrams().open().token();
  private final byte[] header =
      FrameStreams.bytes(Datagram.encode(SENDER, TOKEN_MARK, Unpooled.EMPTY_BUFFER, HEAP));
  private final EmbeddedChannel channel = new EmbeddedChannel(new DatagramHandler(port, links));
  private Throwable failure;

  private final class Listener implements PeerListener {
    @Override
    public void onMessage(int from, Message message, int bytes) {
      received.add(FrameStreams.bytes(codec.encode(message, HEAP)));
    }

    @Override
    public void onBug(Throwable bug) {
      failure = bug;
    }
  }

  @Override
  public String name() {
    return "datagrams";
  }

  @Override
  public List<byte[]> samples() {
    List<byte[]> samples = new ArrayList<>();
    for (FrameType type : FrameType.values()) {
      samples.add(FrameStreams.stream(header, FrameStreams.frame(type)));
    }
    return samples;
  }

  @Override
  public byte[] sealed(byte[] input) {
    if (input.length < header.length) {
      return input;
    }
    byte[] frame = Arrays.copyOfRange(input, header.length, input.length);
    return FrameStreams.stream(header, FrameStreams.sealed(frame));
  }

  @Override
  public Outcome run(byte[] input) {
    failure = null;
    received.clear();
    long refusedBefore = refused();
    ByteBuf content = Unpooled.buffer().writeBytes(input);
    if (input.length >= header.length && content.getLong(TOKEN_AT) == TOKEN_MARK) {
      content.setLong(TOKEN_AT, token);
    }
    channel.writeInbound(new DatagramPacket(content, ANYWHERE));
    channel.checkException();
    assertThat(content.refCnt()).as("the datagram's buffer is released").isZero();
    if (failure != null) {
      throw new AssertionError("reported as a bug", failure);
    }
    boolean refused = refused() > refusedBefore;
    byte[] frame = frame(input);
    if (frame == null) {
      assertThat(refused).as("refused").isTrue();
      assertThat(received).isEmpty();
      return Outcome.shallow("refused");
    }
    boolean probe = frame[3] == FrameType.DATAGRAM_PROBE.code();
    assertThat(received).as("messages").hasSize(refused || probe ? 0 : 1);
    received.forEach(message -> assertThat(message).isEqualTo(frame));
    return Outcome.deep(FrameStreams.typeName(frame) + (refused ? " refused" : " taken"));
  }

  private long refused() {
    return port.strangers().snapshot().datagramsRefused();
  }

  /** The one frame that the datagram holds behind the right header; null if there is none. */
  private byte[] frame(byte[] input) {
    if (input.length < header.length
        || !Arrays.equals(header, Arrays.copyOf(input, header.length))) {
      return null;
    }
    byte[] rest = Arrays.copyOfRange(input, header.length, input.length);
    FrameStreams.Judgement judgement = FrameStreams.judge(rest, rest.length, rest.length);
    return judgement.frames().size() == 1 && judgement.frames().get(0).length == rest.length
        ? rest
        : null;
  }
}
